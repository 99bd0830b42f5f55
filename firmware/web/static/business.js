// Biz-Bluff in public: the company that is presented with its blocked account, and what every seat has and claims.

import { make } from "./make.js";
import { say } from "./words.js";

/** Whether the game has money and parts to show. */
export function hasPurses(view) {
  return view.purses !== undefined && view.companies !== undefined;
}

/** The company that is presented, and what lies in the blocked account; else nothing. */
export function presented(view) {
  if (!view.presented) return [];
  return [
    make("span", { class: "what" }, view.companies[view.presented.company].name),
    make("strong", {}, `${view.blocked} $`),
  ];
}

/** A seat's money and parts, and what it has claimed. */
export function ownPurse(view, seat) {
  const { cash, parts } = view.purses[seat] ?? { cash: 0, parts: 0 };
  const claim = view.claims?.[seat];
  const chip = claim ? [make("span", { class: "animal" }, view.companies[claim].name)] : [];
  return [make("span", { class: "left" }, say("purse", { cash, parts })), make("span", { class: "herd" }, ...chip)];
}
