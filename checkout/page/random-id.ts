/** 128 random bits in letters and digits. Not `randomUUID`, which only secure origins have. */
export function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
