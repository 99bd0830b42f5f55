// The public table: the camera's picture, the board, what is asked, the bid, the players, and what happened.

import { hasPurses, ownPurse, presented } from "./business.js";
import { die } from "./dice.js";
import { make, mark, write } from "./make.js";
import { Picture } from "./picture.js";
import { RedDie, setter } from "./red-die.js";
import { hasTokens, middleTokens, ownTokens } from "./tokens.js";
import { herd, isTrade, middle } from "./trade.js";
import { waitsFor } from "./turn.js";
import { say } from "./words.js";

export class Table {
  #picture = new Picture("picture", "/picture", () => this.#enlarge(this.#picture, this.#dieSetter()));
  #board = new Picture("board", "/board", () => this.#enlarge(this.#board));
  #blind = make("p", { class: "blind" });
  #large = document.getElementById("large");
  #asked = make("p", { class: "asked", role: "status" });
  #bid = make("p", { class: "bid" });
  #seats = make("ul", { class: "seats" });
  #title = make("h2");
  #empty = make("p", { class: "empty" });
  #account = make("ol", { class: "account", role: "log" });
  #entries = new Map();
  #public = null;
  #words = null;
  #send;
  #state = null;

  constructor(send) {
    this.#send = send;
    this.#picture.element.append(this.#blind);
    this.#large.addEventListener("click", () => this.#large.close());
    this.element = make(
      "section",
      { class: "table" },
      make("div", { class: "sights" }, this.#picture.element, this.#board.element),
      make("div", { class: "now" }, this.#asked, this.#bid),
      this.#seats,
      make("div", { class: "story", tabindex: "0" }, this.#title, this.#empty, this.#account),
    );
  }

  update(state) {
    this.#state = state;
    write(this.#blind, say("no-picture"));
    this.#picture.name(say("picture"), say("enlarge"));
    this.#board.name(say("board"), say("board-enlarge"));
    mark(this.#seats, "aria-label", say("seats"));
    write(this.#title, say("account"));
    write(this.#empty, say("no-account"));
    mark(this.#account, "aria-label", say("account"));
    this.#blind.hidden = (state.picture ?? null) !== null;
    this.#picture.show(state.picture ?? null);
    this.#board.element.hidden = (state.board ?? null) === null;
    this.#board.show(state.board ?? null);
    this.element.classList.toggle("has-board", !this.#board.element.hidden);
    if (this.#public === state.public && this.#words === state.texts) return;
    this.#public = state.public;
    this.#words = state.texts;
    const told = state.public ?? {};
    write(this.#asked, told.paused ? say("paused") : (told.asked ?? ""));
    this.#showBid(told.view ?? {}, told.names ?? {});
    this.#showSeats(told.view ?? {}, told.names ?? {});
    this.#tell(told.account ?? []);
  }

  #enlarge(picture, tools = []) {
    if (!picture.shown) return;
    const close = make("button", { class: "tool", type: "button" }, say("close"));
    const image = make("img", { src: picture.shown, alt: picture.alt });
    this.#large.replaceChildren(image, ...tools.map((made) => made(image)), close);
    this.#large.showModal();
  }

  /** With which the red die is set down on the large picture, where one is played with. */
  #dieSetter() {
    const shut = () => this.#large.close();
    return setter(this.#state) === null
      ? []
      : [(image) => new RedDie(this.#state, image, this.#send, shut).element];
  }

  #showBid(view, names) {
    if (isTrade(view) || hasTokens(view) || hasPurses(view)) {
      const parts = isTrade(view)
        ? middle(view, (seat) => nameOf(seat, names))
        : hasTokens(view)
          ? middleTokens(view)
          : presented(view);
      this.#bid.hidden = parts.length === 0;
      this.#bid.replaceChildren(...parts);
      return;
    }
    const bid = /^(\d+)x(.)$/.exec(view.bid ?? "");
    this.#bid.hidden = !bid;
    if (!bid) return;
    const by = view.bidder ? say("bid-by", { name: nameOf(view.bidder, names) }) : "";
    this.#bid.replaceChildren(
      make("span", { class: "what" }, say("bid")),
      make("strong", {}, bid[1]),
      make("span", { class: "times" }, "×"),
      die(bid[2]),
      make("span", { class: "by" }, by),
    );
  }

  #showSeats(view, names) {
    const dice = view.dice ?? {};
    const trade = isTrade(view), tokens = hasTokens(view), purses = hasPurses(view);
    const sitting = view.dice ?? view.animals ?? (tokens ? view.tokens : purses ? view.purses : names);
    const seats = Object.keys(sitting).map(Number).sort((a, b) => a - b);
    this.#seats.hidden = seats.length === 0;
    this.#seats.replaceChildren(
      ...seats.map((seat) => {
        const left = dice[seat];
        const text = left === 0 ? say("out") : left === 1 ? say("die-left") : say("dice-left", { n: left });
        const turn = waitsFor(this.#state, seat);
        return make(
          "li",
          { class: classes({ "has-turn": turn, "is-out": left === 0, "has-herd": trade || tokens || purses }) },
          make("span", { class: "disc" }, String(seat)),
          make("span", { class: "name" }, nameOf(seat, names)),
          ...(trade
            ? herd(view, seat)
            : tokens
              ? ownTokens(view, seat)
              : purses
                ? ownPurse(view, seat)
                : [make("span", { class: "left" }, left === undefined ? "" : text)]),
          ...(turn ? [make("span", { class: "turn" }, say("to-play"))] : []),
        );
      }),
    );
  }

  /** The newest first; what is there already stays, so that it is not read out again. */
  #tell(account) {
    this.#empty.hidden = account.length > 0;
    const told = new Map(account.map((entry) => [entry.n, entry.text]));
    for (const [n, element] of this.#entries) {
      if (told.get(n) === element.textContent) continue;
      element.remove();
      this.#entries.delete(n);
    }
    for (const [n, text] of told) {
      if (this.#entries.has(n)) continue;
      const element = make("li", {}, text);
      const older = [...this.#entries].filter(([other]) => other < n).sort(([a], [b]) => b - a)[0];
      if (older) older[1].before(element);
      else this.#account.append(element);
      this.#entries.set(n, element);
    }
  }
}

function classes(which) {
  return Object.keys(which).filter((name) => which[name]).join(" ") || null;
}

function nameOf(seat, names) {
  return names[seat] || say("seat", { n: seat });
}
