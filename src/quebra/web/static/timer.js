// A clock, hidden unless the reader shows it.

import { h } from "./dom.js";
import { readSetting, writeSetting } from "./settings.js";
import { t } from "./texts.js";
import { button, setLabel } from "./widgets.js";

export function timer() {
  const started = Date.now();
  const face = h("span", { class: "numbers clock" });
  const toggle = button("", () => show(Boolean(face.hidden)), { icon: "time" });
  const tick = () => {
    const seconds = Math.floor((Date.now() - started) / 1000);
    face.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  };
  const ticking = setInterval(tick, 1000);
  /** @param {boolean} on */
  function show(on) {
    writeSetting("timer", on);
    face.hidden = !on;
    setLabel(toggle, on ? t("Hide the clock") : t("Show the clock"));
  }
  tick();
  show(readSetting("timer") ?? false);
  return { element: h("p", { class: "row" }, toggle, face), stop: () => clearInterval(ticking) };
}
