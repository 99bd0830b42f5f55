// Buttons that know how long they are held: by mouse, finger, key, or a screen reader's click.

const TAP = 90; // ms that a click without a finger lasts

const live = new Set();

/** One thing that can be held by several fingers at once: begins with the first, ends with the last. */
export class Hold {
  #by = new Set();
  #begin;
  #end;

  constructor(begin, end) {
    this.#begin = begin;
    this.#end = end;
  }

  down(finger) {
    if (this.#by.has(finger)) return;
    this.#by.add(finger);
    if (this.#by.size > 1) return;
    live.add(this);
    this.#begin();
  }

  up(finger) {
    if (this.#by.delete(finger) && this.#by.size === 0) this.#finish();
  }

  drop() {
    if (this.#by.size === 0) return;
    this.#by.clear();
    this.#finish();
  }

  #finish() {
    live.delete(this);
    this.#end();
  }
}

/** Everything that is held is let go of. */
export function letGo() {
  for (const hold of [...live]) hold.drop();
}

/** Makes a button element press `hold` for as long as a finger or a key is on it. */
export function holdable(element, hold) {
  element.classList.add("holdable");
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    hold.down(`pointer ${event.pointerId}`);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
    element.addEventListener(end, (event) => hold.up(`pointer ${event.pointerId}`));
  }
  element.addEventListener("contextmenu", (event) => event.preventDefault());

  element.addEventListener("keydown", (event) => {
    if (!isClickKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) hold.down(`key ${event.code}`);
  });
  element.addEventListener("keyup", (event) => {
    if (!isClickKey(event)) return;
    event.preventDefault();
    hold.up(`key ${event.code}`);
  });
  element.addEventListener("blur", () => {
    for (const code of CLICK_KEYS) hold.up(`key ${code}`);
  });
  element.addEventListener("click", (event) => {
    if (event.detail !== 0) return; // a pointer made it, and has been seen to
    hold.down("click");
    setTimeout(() => hold.up("click"), TAP);
  });
}

const CLICK_KEYS = ["Enter", "NumpadEnter", "Space"];

function isClickKey(event) {
  return CLICK_KEYS.includes(event.code) && !event.ctrlKey && !event.altKey && !event.metaKey;
}

addEventListener("blur", letGo);
addEventListener("pagehide", letGo);
document.addEventListener("visibilitychange", () => document.hidden && letGo());
