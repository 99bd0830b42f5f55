// Dice and cups as drawings.

import { draw, make } from "./make.js";
import { say } from "./words.js";

const PIPS = {
  1: [[2, 2]],
  2: [[3, 1], [1, 3]],
  3: [[3, 1], [2, 2], [1, 3]],
  4: [[1, 1], [3, 1], [1, 3], [3, 3]],
  5: [[1, 1], [3, 1], [2, 2], [1, 3], [3, 3]],
  6: [[1, 1], [3, 1], [1, 2], [3, 2], [1, 3], [3, 3]],
};
const STAR = "M16 4.500l3.500 7.600 8.300.9-6.200 5.600 1.700 8.200L16 22.700l-7.300 4.100 1.700-8.200-6.200-5.600 8.300-.9z";

/** A die that shows `value` ("1" to "6" or "star"; the engine's `*` is a star too). */
export function die(value, lean = "flat") {
  const star = value === "star" || value === "*";
  const face = star
    ? [draw("path", { d: STAR, class: "pip star" })]
    : (PIPS[value] ?? []).map(([x, y]) => draw("circle", { cx: 8 * x, cy: 8 * y, r: 2.9, class: "pip" }));
  return draw(
    "svg",
    { viewBox: "0 0 32 32", class: `die ${lean}`, role: "img", "aria-label": star ? say("star") : value },
    draw("rect", { x: 1, y: 1, width: 30, height: 30, rx: 6.5, class: "body" }),
    draw("rect", { x: 2.5, y: 2.2, width: 27, height: 25.500, rx: 5.5, class: "shine" }),
    ...face,
  );
}

/** How a die's face is called. */
export function faceName(value) {
  return value === "star" || value === "*" ? say("star") : value;
}

/** An upturned dice cup of leather. */
export function cup() {
  return draw(
    "svg",
    { viewBox: "0 0 100 92", class: "cup-drawing", "aria-hidden": "true" },
    draw("path", { d: "M27 8Q50 2 73 8L91 78Q50 95 9 78Z", class: "leather" }),
    draw("path", { d: "M27 8Q50 2 73 8L76 20Q50 13 24 20Z", class: "leather-top" }),
    draw("path", { d: "M36 12L30 82Q40 85 50 85.500L50 11Z", class: "leather-shine" }),
    draw("path", { d: "M22 27Q50 20 78 27M19 39Q50 32 81 39", class: "stitch" }),
    draw("path", { d: "M12.500 66Q50 82 87.500 66L91 78Q50 95 9 78Z", class: "rim" }),
  );
}

/** A row of dice in `place`. Redrawn only if they differ from those that lie there. */
export function lay(place, dice) {
  const told = JSON.stringify(dice);
  if (place.dataset.dice === told) return;
  place.dataset.dice = told;
  place.replaceChildren(...dice.map(({ value, lean }) => make("span", { class: "spot" }, die(value, lean))));
}
