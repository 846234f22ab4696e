/** The id that a fragment of an address names; as it is written where its escapes are none, as in `#100%`. */
export function idOfHash(hash: string): string {
  const id = hash.slice(1);
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** The element that a fragment of an address leads to. */
export function hashTarget(hash: string): HTMLElement | null {
  return hash === '' ? null : document.getElementById(idOfHash(hash));
}
