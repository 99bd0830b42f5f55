// The keyboard: it plays the chosen pod.

const BUTTONS = { ArrowLeft: "back", ArrowRight: "more", Enter: "ok", NumpadEnter: "ok", Space: "ok" };
const DIGIT = /^(?:Digit|Numpad)([1-6])$/;

/**
 * Listens to the whole page. `chosen()` gives the pod that the keyboard plays; `choose(number)` changes it.
 * A key that was pressed for one pod lets go of that pod, whichever is chosen by then.
 */
export function listen({ chosen, choose }) {
  const held = new Map();

  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    const digit = DIGIT.exec(event.code);
    if (digit) {
      choose(Number(digit[1]));
      return;
    }
    const pod = chosen();
    const hold = pod && wanted(pod, event);
    if (!hold) return;
    event.preventDefault();
    if (event.repeat || held.has(event.code)) return;
    held.set(event.code, hold);
    hold.down(`key ${event.code}`);
  });

  addEventListener("keyup", (event) => {
    held.get(event.code)?.up(`key ${event.code}`);
    held.delete(event.code);
  });

  addEventListener("blur", () => held.clear());
}

function wanted(pod, event) {
  const letter = event.key.toLowerCase();
  if (letter === "p") return pod.peek;
  if (letter === "s") return pod.shake;
  const button = BUTTONS[event.code];
  const elsewhere = event.target instanceof Element && event.target.closest("button, a");
  // Enter and the space bar belong to the link or the switch that has the focus.
  return button && !(button === "ok" && elsewhere) ? pod.keys[button] : null;
}
