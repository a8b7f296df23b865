// The button that zooms a board, or shows the whole board again.

import { fill } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./texts.js";
import { iconButton } from "./widgets.js";

/** @import { Zoom } from "./boards/zoom.js" */

/**
 * The button is there if the cells are small, or once the reader has zoomed in.
 *
 * @param {Zoom} zoom
 */
export function zoomButton(zoom) {
  const element = iconButton("", "zoom", () => zoom.toggle(), { class: "bare zoom-button" });
  zoom.changed = () => {
    const name = zoom.isZoomed ? t("Show the whole board") : t("Zoom in");
    element.hidden = !zoom.isOffered && !zoom.isZoomed;
    element.setAttribute("aria-label", name);
    element.title = name;
    fill(element, icon(zoom.isZoomed ? "fit" : "zoom"));
  };
  return element;
}
