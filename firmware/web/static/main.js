// Starts the page: builds what this page shows, and brings it up to date with what the box tells.

import { keepCrisp } from "./glass.js";
import { letGo } from "./hold.js";
import { listen } from "./keys.js";
import { make, mark, write } from "./make.js";
import { Pod } from "./pod.js";
import { Table } from "./table.js";
import { waitsFor } from "./turn.js";
import { connect } from "./wire.js";
import { learn, say } from "./words.js";

const room = document.getElementById("room");
const state = {};
const pods = new Map();
let chosen = null;
let table = null;
let tabs = null;

const send = connect({
  up: () => line("up"),
  down: () => {
    letGo();
    cover();
    line("lost");
  },
  gone: () => {
    cover();
    line("gone");
  },
  news: (parts, first) => {
    if (first && table !== null) forget();
    Object.assign(state, parts);
    if (parts.texts) learn(parts.texts);
    if (table === null) build();
    const keys = Object.keys(parts);
    for (const key of keys) if (key.startsWith("glass/")) pods.get(Number(key.slice(6)))?.show(parts[key]);
    if (keys.some((key) => !key.startsWith("glass/"))) update();
  },
});

function build() {
  document.body.dataset.page = state.page;
  table = new Table(send);
  for (const number of state.pods) pods.set(number, new Pod(number, send));
  room.replaceChildren(...[...pods.values()].map((pod) => pod.element), table.element);
  if (state.page === "all") {
    tabs = make("nav", { class: "tabs" });
    for (const number of pods.keys()) {
      const tab = make("button", { type: "button", class: "tab", "data-pod": number }, String(number));
      tab.addEventListener("click", () => choose(number));
      tabs.append(tab);
    }
    room.prepend(tabs);
  }
  for (const pod of pods.values()) {
    pod.element.addEventListener("focusin", () => choose(pod.number));
    // A click leaves the focus on the pod, not on the button: Enter means OK again right after it.
    pod.element.addEventListener("mousedown", (event) => {
      if (!event.target.closest("a")) event.preventDefault();
      pod.element.focus({ preventScroll: true });
    });
  }
  if (pods.size > 0) {
    choose([...pods.keys()][0]);
    listen({ chosen: () => pods.get(chosen), choose: (number) => pods.has(number) && choose(number, true) });
  }
  keepCrisp(document.getElementById("probe"));
}

function update() {
  const seat = state.page === "seat" ? state.pods[0] : null;
  const where = seat === null ? (state.page === "public" ? say("public") : "") : say("seat", { n: seat });
  document.title = where ? `${where} · Bluffbox` : "Bluffbox";
  write(document.getElementById("where"), where);
  const keys = state.page === "public" ? "" : say(`keys-${state.page}`);
  write(document.getElementById("keys"), keys);
  mark(document.getElementById("keys"), "title", keys || null);
  write(document.getElementById("simulated"), state.page === "public" ? "" : say("simulated"));
  mark(document.documentElement, "lang", state.public?.language ?? "en");
  health(state.public?.health ?? []);
  table.update(state);
  for (const pod of pods.values()) pod.update(state);
  for (const tab of tabs?.children ?? []) {
    const number = Number(tab.dataset.pod);
    mark(tab, "aria-label", say("pod", { n: number }));
    tab.classList.toggle("has-turn", waitsFor(state, number));
  }
  line(document.body.dataset.line);
}

function health(texts) {
  const list = document.getElementById("health");
  list.hidden = texts.length === 0;
  mark(list, "aria-label", say("health"));
  const told = JSON.stringify(texts);
  if (list.dataset.told === told) return;
  list.dataset.told = told;
  list.replaceChildren(...texts.map((text) => make("li", {}, text)));
}

function choose(number, focus = false) {
  chosen = number;
  for (const pod of pods.values()) pod.element.classList.toggle("is-chosen", pod.number === number);
  for (const tab of tabs?.children ?? []) mark(tab, "aria-pressed", Number(tab.dataset.pod) === number);
  if (focus) pods.get(number).element.focus({ preventScroll: false });
}

/** The state of the line: "up", "lost" or "gone". */
function line(now) {
  document.body.dataset.line = now;
  write(document.getElementById("lost"), now === "lost" || now === "gone" ? say(now) : "");
}

/** While nobody knows what is true, nothing secret stays in sight. */
function cover() {
  for (const pod of pods.values()) {
    const cup = state[`cup/${pod.number}`];
    if (cup) state[`cup/${pod.number}`] = { ...cup, state: "down", dice: null };
    const file = state[`file/${pod.number}`];
    if (file) state[`file/${pod.number}`] = { ...file, says: null };
    pod.update(state);
  }
}

/** A new line tells everything again. If it is for other pods than before, begin again. */
function forget() {
  const before = JSON.stringify([state.page, state.pods]);
  queueMicrotask(() => JSON.stringify([state.page, state.pods]) === before || location.reload());
}
