// What to do with a puzzle that was set: play, share, print, or save it as a draft.

import { errorText, post } from "./api.js";
import { h } from "./dom.js";
import { DESK, keepWork, newDraft, saveDraft } from "./drafts.js";
import { share } from "./share.js";
import { t } from "./texts.js";
import { button, toast } from "./widgets.js";

/** @import { Host } from "./boards/host.js" */
/** @import { About } from "./desk-about.js" */
/** @import { Work } from "./drafts.js" */
/** @import { EditView } from "./host.js" */

export class Exits {
  #playing = button(t("Play it"), () => this.#play(), { icon: "play", kind: "main wide" });
  #sharing = button(t("Share"), () => this.#share(), { icon: "share" });
  #printing = button(t("Print"), () => this.#print(), { icon: "print" });
  #saving = button(t("Save as a draft"), () => this.save(), { icon: "save", kind: "wide" });
  element = h(
    "div",
    { class: "exits" },
    this.#playing,
    this.#sharing,
    this.#printing,
    this.#saving,
  );

  /**
   * @param {Host<EditView>} host
   * @param {() => About} about
   * @param {string} [draft]  The draft that is being changed.
   */
  constructor(host, about, draft) {
    this.host = host;
    this.about = about;
    this.draft = draft;
  }

  /** @returns {Work} What is on the desk. */
  get work() {
    const { puzzle, moves } = this.host.view;
    return { puzzle, moves, about: this.about(), draft: this.draft };
  }

  /** Offer what the puzzle is good for. */
  update() {
    for (const each of [this.#playing, this.#sharing, this.#printing])
      each.disabled = !this.host.view.made;
  }

  /** Keep the puzzle as the work of its family. */
  keep() {
    keepWork(this.host.view.family, this.work);
  }

  async save() {
    this.draft ??= newDraft();
    try {
      await saveDraft(this.draft, this.work);
      this.keep();
      toast(t("Saved as a draft in My puzzles."));
    } catch (error) {
      this.host.say(errorText(error), "bad");
    }
  }

  async #play() {
    try {
      const { id } = await post("/api/games", { puzzle: this.host.view.made, about: this.about() });
      location.assign(`#/game/${id}`);
    } catch (error) {
      this.host.say(errorText(error), "bad");
    }
  }

  #print() {
    this.keep();
    location.assign(`#/print/${DESK}${this.host.view.family}`);
  }

  #share() {
    const { view, family } = this.host;
    const puzzle = view.made;
    const about = this.about();
    share({ family, puzzle, about, name: family.name, shown: { puzzle }, code: view.link });
  }
}
