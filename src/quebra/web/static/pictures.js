// Drawings as files.

import { h } from "./dom.js";
import { t } from "./texts.js";

const SCALE = 2;

/** @param {string} svg */
export const svgFile = (svg) => new Blob([svg], { type: "image/svg+xml" });

/**
 * A drawing as PNG, rendered by the browser.
 *
 * @param {string} svg
 * @returns {Promise<Blob>}
 */
export async function pngFile(svg) {
  const image = new Image();
  const address = URL.createObjectURL(svgFile(svg));
  image.src = address;
  await image.decode();
  const canvas = h("canvas", { width: SCALE * image.width, height: SCALE * image.height });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(address);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) =>
        blob
          ? resolve(blob)
          : reject(new Error(t("That did not work. Try again, or start from the home page."))),
      "image/png",
    );
  });
}
