// Bluff You! in public: the tokens in the middle, the number that was said, and the tokens of every seat.

import { make } from "./make.js";
import { say } from "./words.js";

/** Whether the game has tokens to show. */
export function hasTokens(view) {
  return view.middle !== undefined && view.tokens !== undefined;
}

/** The number that is doubted, if one is, and what lies in the middle; that number stands out. */
export function middleTokens(view) {
  if (view.phase === "over") return [];
  const said = view.number === null ? [] : [make("strong", {}, String(view.number))];
  return [...said, chips(view.middle, view.number)];
}

/** A seat's tokens, the one that is to be stolen standing out, and its points. */
export function ownTokens(view, seat) {
  const wanted = view.deed === "steal" ? view.number : null;
  return [
    make("span", { class: "left" }, say("points", { n: view.points?.[seat] ?? 0 })),
    chips(view.tokens[seat] ?? [], wanted),
  ];
}

function chips(tokens, wanted) {
  const each = tokens.map((token) =>
    make("span", { class: token === wanted ? "animal is-set" : "animal" }, String(token)),
  );
  return make("span", { class: "herd" }, ...each);
}
