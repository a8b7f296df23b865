// The texts of tangrams on the page.

import { translator } from "/static/texts.js";

export const texts = {
  en: {
    welcome: "Drag a piece into the figure, or tap a piece and then a place.",
    "turn-left": "Turn left",
    "turn-right": "Turn right",
    flip: "Flip",
    back: "Put back",
    "no-flip": "This piece may not be turned over.",
    covered: "covered",
    overlapping: "overlapping",
    outside: "outside",
    "key-next": "To the next piece",
    "key-lay": "Take the piece up, and lay it down",
    "key-nudge": "Carry it; with Shift by very little",
    "key-turn": "Turn it by 45 degrees; with Shift by 5",
    "key-flip": "Flip it",
    "key-back": "Put it back",
  },
  pt: {
    welcome: "Arraste uma peça para a figura, ou toque na peça e depois no lugar.",
    "turn-left": "Girar à esquerda",
    "turn-right": "Girar à direita",
    flip: "Virar",
    back: "Devolver",
    "no-flip": "Esta peça não pode ser virada.",
    covered: "coberto",
    overlapping: "sobreposto",
    outside: "fora",
    "key-next": "Para a próxima peça",
    "key-lay": "Pegar a peça, e largá-la",
    "key-nudge": "Levá-la; com Shift, muito pouco",
    "key-turn": "Girá-la 45 graus; com Shift, 5",
    "key-flip": "Virá-la",
    "key-back": "Devolvê-la",
  },
};

export const t = translator(texts);
