// The panel of a game, with tabs: rules, hints, analysis. On a phone it is a sheet from below.

import { analysis } from "./analysis.js";
import { h, sentence } from "./dom.js";
import { reasonCard } from "./reason.js";
import { readSetting, writeSetting } from "./settings.js";
import { t } from "./texts.js";
import { iconButton } from "./widgets.js";

/** @import { GameView } from "./host.js" */
/** @import { Game } from "./game.js" */
/** @typedef {"rules" | "hints" | "analysis"} Tab */

const SHEET = "(max-width: 900px), (max-aspect-ratio: 1/1)";

/** Whether the panel is a sheet that covers the controls, and not a column of its own. */
const isSheet = () => matchMedia(SHEET).matches;

/** @param {Game} game */
export function panel(game) {
  const { family } = game.host;
  const reason = reasonCard(game);
  const known = analysis(game);
  const steps = h("ol", { class: "steps" });
  const noSteps = h(
    "p",
    { class: "soft" },
    t("A hint comes in three taps: the technique and a place, the step on the board, the reason."),
  );
  const parts = {
    rules: h("ol", { class: "rules" }, ...game.host.view.rules.map((rule) => h("li", {}, rule))),
    hints: h("div", { class: "hint-list" }, reason.element, noSteps, steps),
    analysis: known.element,
  };
  const names = { rules: t("Rules"), hints: t("Hints"), analysis: t("Analysis") };
  const all = /** @type {Tab[]} */ (Object.keys(names));
  const tabs = all.map((name) =>
    h(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${name}`,
        "aria-controls": `part-${name}`,
        onclick: () => select(name, true),
      },
      names[name],
    ),
  );
  const bodies = all.map((name) =>
    h(
      "div",
      { class: "part", role: "tabpanel", id: `part-${name}`, "aria-labelledby": `tab-${name}` },
      name === "rules" && setterLines(game.host.view.about),
      name === "rules" && h("p", { class: "soft" }, sentence(family.summary)),
      parts[name],
    ),
  );
  const cross = iconButton(t("Close"), "close", () => close(true));
  const list = h("div", { class: "tabs", role: "tablist", onkeydown: step }, ...tabs);
  const element = h(
    "aside",
    { class: "panel", "aria-label": t("Rules, hints, analysis") },
    h("div", { class: "panel-head" }, list, cross),
    ...bodies,
  );
  /** @type {Tab} */
  let current = "rules";
  let openedByHint = false;

  /**
   * @param {Tab} name
   * @param {boolean} remember
   */
  function select(name, remember) {
    current = name;
    for (const [i, tab] of tabs.entries()) {
      tab.setAttribute("aria-selected", String(all[i] === name));
      tab.tabIndex = all[i] === name ? 0 : -1;
      bodies[i].hidden = all[i] !== name;
    }
    if (remember) save(true);
  }

  /** @param {KeyboardEvent} event */
  function step(event) {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    const next = (all.indexOf(current) + way + all.length) % all.length;
    select(all[next], true);
    tabs[next].focus();
  }

  const liesOver = () => game.host.area.matches('.wide[data-controls="below"]');
  const isOpen = () => game.element.classList.contains("with-panel");
  const isReasoning = () => game.element.classList.contains("reasoning");

  /** @param {boolean} isShown */
  const save = (isShown) => {
    if (!isSheet() && !liesOver()) writeSetting("panel", { open: isShown, tab: current });
  };

  /** Make what the sheet covers inert; the focus moves from there into the sheet. */
  function coverParts() {
    for (const part of game.host.area.children)
      if (part instanceof HTMLElement) part.inert = isSheet() && covers(element, part);
    if (document.activeElement?.closest("[inert]"))
      (isReasoning() ? reason.element.querySelector("button") : cross)?.focus({
        preventScroll: true, // the reason is read from its beginning
      });
  }
  const covering = new ResizeObserver(coverParts);
  covering.observe(element);
  covering.observe(game.host.frame);

  /** @param {KeyboardEvent} event */
  function closeByEscape(event) {
    const isInside = event.target instanceof Node && element.contains(event.target);
    if (event.key !== "Escape" || !isOpen() || document.querySelector("dialog[open]")) return;
    if (!isInside && !isSheet()) return;
    event.stopPropagation();
    close(true);
  }
  addEventListener("keydown", closeByEscape, true);

  /** @param {Tab} [tab] */
  function open(tab = current) {
    select(tab, false);
    openedByHint = false;
    game.element.classList.add("with-panel");
    save(true);
    if (isSheet()) cross.focus();
  }

  /** @param {boolean} byPlayer */
  function close(byPlayer) {
    const hadFocus = element.contains(document.activeElement);
    if (byPlayer) game.hints.hideReason();
    game.element.classList.remove("with-panel");
    coverParts();
    if (hadFocus) game.host.board.focus();
    if (byPlayer) save(false);
  }

  /**
   * Show the reason of a hint, or none; the panel closes again if a hint has opened it.
   *
   * @param {import("./host.js").Hint | null} hint
   * @param {string} proceedText
   */
  function showReason(hint, proceedText) {
    const wasOpen = isOpen();
    reason.show(hint, proceedText);
    game.element.classList.toggle("reasoning", hint != null);
    noSteps.hidden = hint != null || steps.children.length > 0;
    if (hint) {
      select("hints", false);
      openedByHint ||= !wasOpen;
      game.element.classList.add("with-panel");
    } else if (openedByHint) {
      openedByHint = false;
      close(false);
    }
  }

  /** @param {string} text */
  function addStep(text) {
    steps.append(h("li", {}, text));
    noSteps.hidden = true;
  }

  /**
   * Open as it was left; with the rules in the first game of a family. A sheet is closed apart from
   * such a game that has no moves, and so is a panel that lies over the board.
   */
  function restore() {
    const seen = readSetting("familiesSeen") ?? [];
    const { open: wasOpen = true, tab = "rules" } = readSetting("panel") ?? {};
    const isNew = !seen.includes(family.name);
    if (isNew) writeSetting("familiesSeen", [...seen, family.name]);
    select(isNew || !all.includes(tab) ? "rules" : tab, false);
    const isFirst = isNew && !game.host.view.moves.length;
    const isShown = isSheet() ? isFirst : !liesOver() && (isNew || wasOpen);
    game.element.classList.toggle("with-panel", isShown);
  }

  return {
    element,
    open,
    toggle: () => (isOpen() ? close(true) : open()),
    /** Close it if it lies over the board; returns whether it did. */
    close: () => {
      const covers = isSheet() && isOpen();
      if (covers) close(true);
      return covers;
    },
    hide: () => close(false),
    restore,
    showReason,
    addStep,
    solve: () => {
      open("analysis");
      known.solve();
    },
    /** @param {GameView} view */
    update: (view) => known.update(view),
    leave: () => {
      covering.disconnect();
      removeEventListener("keydown", closeByEscape, true);
      known.leave();
    },
  };
}

/**
 * The author and the note of a puzzle, if its setter has given them.
 *
 * @param {import("./desk-about.js").About} about
 */
function setterLines({ author, note }) {
  const lines = [author && t("Set by {author}.", { author }), note].filter(Boolean);
  return lines.length > 0 && h("div", {}, ...lines.map((line) => h("p", {}, line)));
}

/**
 * Whether the panel lies over a part of the page; where it will lie once it has come up.
 *
 * @param {HTMLElement} panel
 * @param {HTMLElement} part
 */
function covers({ offsetLeft, offsetTop, offsetWidth, offsetHeight }, part) {
  const { left, top, right, bottom } = part.getBoundingClientRect();
  const across = Math.min(right, offsetLeft + offsetWidth) - Math.max(left, offsetLeft);
  const down = Math.min(bottom, offsetTop + offsetHeight) - Math.max(top, offsetTop);
  return across > 1 && down > 1;
}
