// A clock for those who want one; hidden unless the reader shows it.

import { h } from "./dom.js";
import { remember, remembered } from "./store.js";
import { t } from "./texts.js";
import { button } from "./widgets.js";

export function timer() {
  const started = Date.now();
  const face = h("span", { class: "numbers clock" });
  const toggle = button("", () => show(!shown), { icon: "time" });
  let shown = remembered("timer", false);
  const tick = () => {
    const seconds = Math.floor((Date.now() - started) / 1000);
    face.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  };
  const ticking = setInterval(tick, 1000);
  function show(on) {
    shown = on;
    remember("timer", on);
    face.hidden = !on;
    toggle.querySelector(".label").textContent = t(on ? "hide-timer" : "show-timer");
  }
  tick();
  show(shown);
  return { element: h("p", { class: "row" }, toggle, face), stop: () => clearInterval(ticking) };
}
