// One pod with its seat: the glass, three buttons, the cup, and who plays.

import { cup, faceName, lay } from "./dice.js";
import { paint } from "./glass.js";
import { Hold, holdable } from "./hold.js";
import { draw, make, mark, write } from "./make.js";
import { waitsFor } from "./turn.js";
import { say } from "./words.js";

const BUTTONS = ["back", "more", "ok"];
const SIGNS = { back: "M15 5l-8 7 8 7z", more: "M9 5l8 7-8 7z", ok: "M5 12.500l4.500 4.500L19 7.500" };

export class Pod {
  #send;
  #canvas = make("canvas", { width: 128, height: 64, role: "img" });
  #missing = make("p", { class: "unlit", hidden: "" });
  #paused = make("p", { class: "unlit", hidden: "" });
  #buttons = {};
  #disc = make("span", { class: "disc", "aria-hidden": "true" });
  #name = make("span", { class: "name" });
  #turn = make("span", { class: "turn", hidden: "" });
  #cup = make("button", { class: "cup", type: "button" });
  #how = make("span", { class: "how" });
  #dice = make("span", { class: "dice" });
  #file = make("button", { class: "file", type: "button", hidden: "" }, make("strong"), make("span"));
  #beside = make("div", { class: "beside dice", hidden: "" });
  #ground = make("div", { class: "ground" }, this.#cup, this.#beside, this.#file);
  #shake = make("button", { class: "tool shake", type: "button" });
  #sort = make("button", { class: "tool sort", type: "button", hidden: "" });
  #bot = make("button", { class: "switch", type: "button", role: "switch", hidden: "" });
  #page = make("a", { class: "own-page", target: "_blank", rel: "noreferrer", hidden: "" });

  constructor(number, send) {
    this.number = number;
    this.#send = (message) => send({ ...message, pod: number });
    this.keys = Object.fromEntries(BUTTONS.map((button) => [button, this.#button(button)]));
    this.peek = new Hold(() => this.#do("peek-start"), () => this.#do("peek-end"));
    this.look = new Hold(() => this.#open("look-start"), () => this.#open("look-end"));
    this.shake = new Hold(() => this.#shake.disabled || this.#do("shake"), () => {});
    this.element = this.#build();
    paint(this.#canvas, null);
  }

  /** Shows the panel's memory; null: the pod is missing. */
  show(memory) {
    paint(this.#canvas, memory);
    this.#missing.hidden = memory !== null;
    this.element.classList.toggle("is-missing", memory === null);
  }

  /** Brings everything but the glass up to what the box has told. */
  update(state) {
    const { number } = this;
    const name = state.public?.names?.[number];
    const turn = waitsFor(state, number);
    write(this.#disc, String(number));
    write(this.#name, name || say("seat", { n: number }));
    write(this.#turn, say("to-play"));
    this.#turn.hidden = !turn;
    this.element.classList.toggle("has-turn", turn);
    mark(this.element, "aria-label", name ? `${say("pod", { n: number })}, ${name}` : say("pod", { n: number }));
    mark(this.#canvas, "aria-label", say("glass", { n: number }));
    write(this.#missing, say("missing", { n: number }));
    write(this.#paused, say("paused"));
    this.#paused.hidden = !state.public?.paused || !this.#missing.hidden;
    for (const button of BUTTONS) write(this.#buttons[button].lastChild, say(button));
    this.#updateCup(state[`cup/${number}`] ?? null);
    this.#updateFile(state[`file/${number}`] ?? null);
    this.#ground.hidden = this.#cup.hidden && this.#file.hidden; // where cards are played nobody has a cup
    this.#updatePlayer(state[`player/${number}`], state.links?.[number]);
  }

  #updateCup(told) {
    const { number } = this;
    const parts = [this.#cup, this.#shake];
    for (const part of parts) part.hidden = told === null;
    const dice = told?.dice ?? [];
    const lifted = told?.state === "lifted";
    this.#cup.classList.toggle("is-open", dice.length > 0 || lifted);
    this.#cup.classList.toggle("is-lifted", lifted);
    lay(this.#dice, dice);
    lay(this.#beside, told?.beside ?? []);
    this.#beside.hidden = !told?.beside?.length;
    const thrownAnew = told?.shakes && this.#shake.disabled;
    this.#shake.disabled = !told?.shakes;
    if (told === null || thrownAnew) this.#sort.hidden = true; // what leaned is not there any more
    if (told?.dice) this.#sort.hidden = dice.every((one) => one.lean === "flat");
    write(this.#how, lifted ? say("cup-lifted") : say("peek"));
    write(this.#shake, say("shake"));
    write(this.#sort, say("sort"));
    const seen = dice.map((one) => faceName(one.value)).join(", ");
    const label = seen ? say("dice-seen", { dice: seen }) : this.#how.textContent;
    mark(this.#cup, "aria-label", `${say("cup", { n: number })}. ${label}`);
  }

  /** A file that may be looked into: whose it is, and what lies in it while it is held open. */
  #updateFile(told) {
    const [company, says] = this.#file.children;
    this.#file.hidden = told === null;
    this.#file.classList.toggle("is-open", Boolean(told?.says));
    write(company, told?.company ?? "");
    write(says, told ? (told.says ?? say("look")) : "");
    mark(this.#file, "aria-label", told ? `${told.company}. ${says.textContent}` : null);
  }

  #updatePlayer(player, link) {
    this.#bot.hidden = player === undefined;
    mark(this.#bot, "aria-checked", player === "bot");
    mark(this.#bot, "aria-label", `${say("player", { n: this.number })}: ${say(player === "bot" ? "bot" : "person")}`);
    write(this.#bot.lastChild, say(player === "bot" ? "bot" : "person"));
    this.#page.hidden = link === undefined;
    if (link === undefined) return;
    mark(this.#page, "href", link);
    mark(this.#page, "title", say("own-page", { n: this.number }));
    mark(this.#page, "aria-label", say("own-page", { n: this.number }));
  }

  #do(action) {
    if (action === "shake" || action === "sort") this.#sort.hidden = true; // until somebody looks again
    this.#send({ do: "cup", action });
  }

  #open(action) {
    this.#send({ do: "file", action });
  }

  #button(button) {
    const element = make(
      "button",
      { class: `key ${button}`, type: "button", "data-button": button },
      draw("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { d: SIGNS[button] })),
      make("span"),
    );
    this.#buttons[button] = element;
    const hold = new Hold(
      () => {
        element.classList.add("is-down");
        this.#send({ do: "press", button, down: true });
      },
      () => {
        element.classList.remove("is-down");
        this.#send({ do: "press", button, down: false });
      },
    );
    holdable(element, hold);
    return hold;
  }

  #build() {
    this.#cup.append(make("span", { class: "stage" }, cup(), this.#dice), this.#how);
    holdable(this.#cup, this.peek);
    holdable(this.#file, this.look);
    this.#shake.addEventListener("click", () => this.#do("shake"));
    this.#sort.addEventListener("click", () => this.#do("sort"));
    this.#bot.append(make("span", { class: "knob", "aria-hidden": "true" }), make("span"));
    this.#bot.addEventListener("click", () => {
      const bot = this.#bot.getAttribute("aria-checked") === "true";
      this.#send({ do: "player", who: bot ? "person" : "bot" });
    });
    this.#page.append(
      draw("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { d: "M10 5H5v14h14v-5M13 5h6v6M19 5l-8.500 8.500" })),
    );
    return make(
      "section",
      { class: "pod", role: "group", tabindex: "0", "data-pod": this.number },
      make("h2", {}, this.#disc, this.#name, this.#turn, this.#page),
      make(
        "div",
        { class: "case" },
        make("div", { class: "glass" }, this.#canvas, this.#missing, this.#paused),
        make("div", { class: "keys" }, ...BUTTONS.map((button) => this.#buttons[button])),
      ),
      this.#ground,
      make("div", { class: "tools" }, this.#shake, this.#sort, this.#bot),
    );
  }
}
