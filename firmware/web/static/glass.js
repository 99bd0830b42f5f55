// A pod's glass: the panel's memory as pixels, 128 x 64, each as many whole pixels of this screen as there is room for.

const WIDTH = 128;
const HEIGHT = 64;
const LIT = [207, 230, 255, 255];

/** Paints the panel's memory (base64: 64 rows of 16 bytes, the left pixel in the highest bit), or darkness. */
export function paint(canvas, memory) {
  const context = canvas.getContext("2d");
  const image = context.createImageData(WIDTH, HEIGHT);
  const bytes = memory === null ? "" : atob(memory);
  for (let at = 0; at < WIDTH * HEIGHT; at += 1) {
    const lit = (bytes.charCodeAt(at >> 3) >> (7 - (at & 7))) & 1;
    if (lit) image.data.set(LIT, 4 * at); // what is dark is clear, so that only lit pixels glow
  }
  context.putImageData(image, 0, 0);
}

/**
 * Keeps the width of every glass a whole number of this screen's pixels for each of the panel's: the style sheets
 * say how much room there is (the width of `probe`), this rounds down.
 */
export function keepCrisp(probe) {
  function fit() {
    const room = probe.getBoundingClientRect().width;
    const times = Math.max(1, Math.floor((room * devicePixelRatio) / WIDTH + 0.001));
    const width = (times * WIDTH) / devicePixelRatio;
    document.documentElement.style.setProperty("--glass", `${width}px`);
  }
  new ResizeObserver(fit).observe(probe);
  addEventListener("resize", fit);
  fit();
}
