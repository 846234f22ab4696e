/** Reads what this browser keeps; storage can be forbidden, which is the same as empty. */
export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A choice that cannot be kept still holds for this page.
  }
}
