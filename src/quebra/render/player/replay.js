// The file that replays an explanation: one picture at a time, with buttons, keys and a slider.

const SECONDS_BASE = 1.5;
const SECONDS_PER_LETTER = 0.04;

/** @type {HTMLElement[]} */
const steps = [...document.querySelectorAll("figure")];
const slider = /** @type {HTMLInputElement} */ (document.getElementById("slider"));
const play = /** @type {HTMLButtonElement} */ (document.getElementById("play"));
const count = /** @type {HTMLElement} */ (document.getElementById("count"));
let at = 0;
let timer = 0;

/** @param {number} number */
function show(number) {
  at = Math.min(Math.max(number, 0), steps.length - 1);
  steps.forEach((step, i) => {
    step.hidden = i !== at;
  });
  slider.value = String(at);
  count.textContent = `${at} / ${steps.length - 1}`;
}

function pause() {
  clearTimeout(timer);
  timer = 0;
  play.setAttribute("aria-pressed", "false");
}

function wait() {
  const letters = steps[at]?.querySelector("figcaption")?.textContent?.length ?? 0;
  timer = window.setTimeout(next, 1000 * (SECONDS_BASE + SECONDS_PER_LETTER * letters));
}

function next() {
  if (at === steps.length - 1) {
    pause();
    return;
  }
  show(at + 1);
  wait();
}

/** @param {number} number */
function jump(number) {
  pause();
  show(number);
}

play.addEventListener("click", () => {
  if (timer) {
    pause();
    return;
  }
  if (at === steps.length - 1) show(0);
  play.setAttribute("aria-pressed", "true");
  wait();
});
document.getElementById("back")?.addEventListener("click", () => jump(at - 1));
document.getElementById("forward")?.addEventListener("click", () => jump(at + 1));
slider.addEventListener("input", () => jump(Number(slider.value)));
document.addEventListener("keydown", (event) => {
  if (event.target === slider) return;
  if (event.key === "ArrowLeft") jump(at - 1);
  if (event.key === "ArrowRight") jump(at + 1);
});
show(0);
