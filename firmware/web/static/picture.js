// A picture that the box draws anew from time to time, to be seen large when it is tapped.

import { make, mark } from "./make.js";

export class Picture {
  #image = make("img", { hidden: "", draggable: "false" });
  #address;
  #version = undefined;
  #fetching = false;

  constructor(kind, address, enlarge) {
    this.#address = address;
    this.element = make("button", { class: kind, type: "button" }, this.#image);
    this.element.addEventListener("click", enlarge);
  }

  /** The address of what is shown; null while nothing is. */
  get shown() {
    return this.#image.hidden ? null : this.#image.src;
  }

  get alt() {
    return this.#image.alt;
  }

  name(alt, label) {
    mark(this.#image, "alt", alt);
    mark(this.element, "aria-label", label);
  }

  /** Fetches the picture of that version, null for none; the old one stays until the new one can be drawn. */
  async show(version) {
    if (version === null) {
      this.#image.hidden = true;
      this.#version = null;
      return;
    }
    if (version === this.#version || this.#fetching) return;
    this.#fetching = true;
    const next = new Image();
    next.src = `${this.#address}?v=${version}`;
    try {
      await next.decode();
      this.#image.src = next.src;
      this.#image.hidden = false;
      this.#version = version;
    } catch {
      // The next version comes with the next news.
    }
    this.#fetching = false;
  }
}
