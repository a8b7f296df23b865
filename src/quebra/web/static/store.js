// What the page remembers of the reader's wishes. It works without, when storage is off.

export function remembered(name, otherwise = null) {
  try {
    return JSON.parse(localStorage.getItem(`quebra.${name}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(`quebra.${name}`, JSON.stringify(value));
  } catch {
    // Storage is off: the wish lasts as long as the page does.
  }
}
