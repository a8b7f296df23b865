// Pause, continue and the speed of a search, in place of the message below the board.

import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./texts.js";
import { iconButton } from "./widgets.js";

/** Steps a second; null is full speed. */
const RATES = [1, 10, 100, 1000, null];
const FULL = RATES.length - 1;
const MINUTES = 5; // that a search waits in all
const LATE_MS = 2000; // after which a search that does not pause never will

/**
 * @param {(rate: number | null) => unknown} set  Ask for a number of steps a second; 0 is a pause.
 * @param {() => unknown} stop
 */
export function pace(set, stop) {
  let isPaused = false;
  let isConfirmed = false; // whether the search has the pace that was asked for
  let asked = 0;
  const state = h("span", { class: "numbers soft", role: "status" });
  const speed = h("input", {
    type: "range",
    min: 0,
    max: FULL,
    value: FULL,
    "aria-label": t("Speed"),
    oninput: () => (isPaused ? show() : ask(false)),
  });
  const pauser = iconButton(t("Pause"), "pause", () => ask(!isPaused));
  const element = h(
    "div",
    { class: "pace", role: "group", "aria-label": t("Search") },
    pauser,
    h("label", {}, h("span", {}, t("Speed")), state, speed),
    iconButton(t("Stop the search"), "stop", stop),
  );
  const rate = () => (isPaused ? 0 : RATES[Number(speed.value)]);

  /** @param {boolean} pauses */
  function ask(pauses) {
    isPaused = pauses;
    isConfirmed = false;
    asked = performance.now();
    set(rate());
    show();
  }

  function show() {
    const name = isPaused ? t("Continue") : t("Pause");
    pauser.setAttribute("aria-label", name);
    pauser.title = name;
    fill(pauser, icon(isPaused ? "play" : "pause"));
    const steps = RATES[Number(speed.value)];
    const text = steps == null ? t("full") : t("at most {n} a second", { n: steps });
    state.textContent = isPaused ? t("Paused, for {n} minutes at most", { n: MINUTES }) : text;
    speed.setAttribute("aria-valuetext", text);
  }

  /**
   * Compare the controls with what the search does.
   *
   * @param {{ rate?: number | null, paused?: boolean }} progress
   */
  function update({ rate: real = null, paused = false }) {
    if (real === rate()) {
      isConfirmed = true;
      if (isPaused && !paused && performance.now() - asked > LATE_MS) {
        ask(false);
        state.textContent = t("Several threads work; they cannot pause");
      }
    } else if (isConfirmed && real === null) {
      // It has waited as long as it may.
      isPaused = false;
      speed.value = String(FULL);
      show();
    }
  }
  show();
  return { element, update };
}
