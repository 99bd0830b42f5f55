// The red die of liar's dice by the board: on the large picture a face is chosen, and the die set down where one taps.

import { die, faceName } from "./dice.js";
import { make, mark } from "./make.js";
import { say } from "./words.js";

/** Whose hand sets it down on this page; null where none does: nobody bids by a board, or the page has no seat. */
export function setter(state) {
  const view = state.public?.view;
  if (view?.options?.bids !== "board" || view.phase !== "bidding") return null;
  return state.pods.includes(view.turn) ? view.turn : (state.pods[0] ?? null);
}

/** The faces to choose from; `send` sends a message for the seat. `done` is called when the die was moved. */
export class RedDie {
  #face = null;
  #buttons;

  constructor(state, image, send, done) {
    const pod = setter(state);
    const ordinary = state.public.view.options.dice !== "star";
    const faces = ["1", "2", "3", "4", "5", ordinary ? "6" : "star"];
    this.#buttons = faces.map((face) => this.#button(face));
    const take = make("button", { type: "button", class: "tool" }, say("red-die-take"));
    take.addEventListener("click", () => {
      send({ do: "red-die", pod, across: 0, down: 0, value: null });
      done();
    });
    this.element = make("div", { class: "red-die" }, make("p", {}, say("red-die-place")), ...this.#buttons, take);
    this.element.addEventListener("click", (event) => event.stopPropagation());
    image.addEventListener("click", (event) => {
      event.stopPropagation();
      if (this.#face === null) return;
      const box = image.getBoundingClientRect();
      const across = (event.clientX - box.left) / box.width;
      const down = (event.clientY - box.top) / box.height;
      send({ do: "red-die", pod, across, down, value: this.#face });
      done();
    });
  }

  #button(face) {
    const label = `${say("red-die")}: ${faceName(face)}`;
    const button = make("button", { type: "button", class: "face", "aria-label": label, "aria-pressed": "false" }, die(face));
    button.addEventListener("click", () => {
      this.#face = face;
      for (const other of this.#buttons) mark(other, "aria-pressed", other === button);
    });
    return button;
  }
}
