// The reader's settings, in the browser's storage. The page works without them if storage is off.

/**
 * @param {string} name
 * @returns {any} The value, or null if there is none.
 */
export function readSetting(name) {
  try {
    return JSON.parse(localStorage.getItem(`quebra.${name}`) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 */
export function writeSetting(name, value) {
  try {
    localStorage.setItem(`quebra.${name}`, JSON.stringify(value));
  } catch {
    // Storage is off or full: the setting lasts as long as the page does.
  }
}
