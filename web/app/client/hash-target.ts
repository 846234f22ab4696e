/** The id of a fragment; invalid escapes, as in `#100%`, are kept. */
export function decodeHash(hash: string): string {
  const id = hash.slice(1);
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** The element of a fragment. */
export function hashTarget(hash: string): HTMLElement | null {
  return hash === '' ? null : document.getElementById(decodeHash(hash));
}
