// The cattle trade in public: what is put up and bid, who trades with whom, and the animals of every seat.

import { make } from "./make.js";
import { say } from "./words.js";

const SET = 4;

/** Whether the game has animals to show. */
export function isTrade(view) {
  return view.animals !== undefined;
}

/** What is going on in the middle: the auction, the trade, or how many cards are left. */
export function middle(view, nameOf) {
  if (view.auction) return auction(view.auction, nameOf);
  if (view.trade) return trade(view.trade, nameOf);
  return view.phase === "over" ? [] : [make("span", { class: "what" }, say("deck", { n: view.deck }))];
}

function auction({ animals, seller, high, by, counted }, nameOf) {
  const lot = animals.map((kind) => say(`animal-${kind}`)).join(" + ");
  const count = counted > 0 ? [make("span", { class: "count" }, say(`count-${counted}`))] : [];
  if (by === null) {
    return [make("span", { class: "what" }, say("sells", { name: nameOf(seller) })), make("strong", {}, lot), ...count];
  }
  return [
    make("span", { class: "what" }, lot),
    make("strong", {}, String(high)),
    make("span", { class: "by" }, say("bid-by", { name: nameOf(by) })),
    ...count,
  ];
}

function trade({ by, partner, animal, size, offer, counter }, nameOf) {
  const staked = size > 1 ? `${size} × ${say(`animal-${animal}`)}` : say(`animal-${animal}`);
  const laid = [offer, counter].filter((count) => count !== null);
  return [
    make("span", { class: "what" }, say("trade", { name: nameOf(by), other: nameOf(partner) })),
    make("strong", {}, staked),
    ...(laid.length ? [make("span", { class: "by" }, say("laid", { n: laid.join(" / ") }))] : []),
  ];
}

/** A seat's animals; those that are complete stand out, for they are safe. */
export function herd(view, seat) {
  const animals = Object.entries(view.animals[seat] ?? {});
  const chips = animals.map(([kind, count]) =>
    make(
      "span",
      { class: count === SET ? "animal is-set" : "animal" },
      count === SET ? say(`animal-${kind}`) : `${say(`animal-${kind}`)} ${count}`,
    ),
  );
  if (view.dove === seat) chips.push(make("span", { class: "animal is-set" }, say("dove")));
  const score = view.scores?.[seat];
  return [
    make("span", { class: "herd" }, ...chips),
    ...(score ? [make("span", { class: "left" }, say("points", { n: score.points }))] : []),
  ];
}
