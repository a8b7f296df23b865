// The page on which pupils join a class: its code and a nickname, and nothing else.

import { errorText, post } from "./api.js";
import { fill, h } from "./dom.js";
import { t } from "./texts.js";
import { field } from "./widgets.js";

/** @import { Outlet } from "./main.js" */

const LONGEST_NAME = 40;
const LONGEST_CODE = 12;

/**
 * @param {Outlet} outlet
 * @param {string} [given]  The code, if the address has it.
 */
export default function join(outlet, given = "") {
  const code = h("input", {
    class: "code",
    value: given.toUpperCase(),
    required: true,
    maxlength: LONGEST_CODE,
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
  });
  const nickname = h("input", {
    required: true,
    maxlength: LONGEST_NAME,
    autocomplete: "off",
    spellcheck: "false",
  });
  const state = h("p", { class: "said", role: "alert" });
  const form = h(
    "form",
    { class: "form join", onsubmit: send },
    field(t("Code of the class"), code),
    field(t("Your nickname"), nickname, t("Not your real name. Your teacher sees it.")),
    h("p", {}, h("button", { class: "main", type: "submit" }, t("Join"))),
    state,
  );
  fill(
    outlet,
    h("h1", {}, t("Join a class")),
    h(
      "p",
      { class: "soft" },
      t("The class keeps the nickname, what you solve, your hints and your time. Nothing else."),
    ),
    form,
  );
  (given ? nickname : code).focus();

  /** @param {Event} event */
  async function send(event) {
    event.preventDefault();
    state.textContent = "";
    try {
      await post("/api/class/join", { code: code.value, nickname: nickname.value });
      location.assign("/");
    } catch (error) {
      state.textContent = errorText(error);
    }
  }
}
