import { newKey, type KeyProvider, type WrappedKey } from './key-encryption';

/** Bounds of the unwrapped data keys in memory; only a remote key service is worth them. */
export const MAX_KEPT_KEYS = 1_000;
export const KEPT_KEY_MS = 60_000;

interface KeptKey {
  key: Buffer;
  untilMs: number;
}

/** The data keys of records. Those of a remote key service stay unwrapped for a minute, so that a retry does not call it again. */
export class DataKeys {
  private readonly kept = new Map<string, KeptKey>();

  constructor(private readonly provider: KeyProvider) {}

  async create(cardID: string): Promise<{ key: Buffer; wrapped: WrappedKey }> {
    const key = newKey();
    const wrapped = await this.provider.wrap(key, cardID);
    this.keep(cardID, wrapped, key);
    return { key, wrapped };
  }

  async unwrap(wrapped: WrappedKey, cardID: string): Promise<Buffer> {
    const kept = this.kept.get(nameOf(cardID, wrapped));
    if (kept && kept.untilMs > performance.now()) return kept.key;
    const key = await this.provider.unwrap(wrapped, cardID);
    this.keep(cardID, wrapped, key);
    return key;
  }

  forget(cardID: string): void {
    for (const name of this.kept.keys()) if (name.startsWith(`${cardID} `)) this.kept.delete(name);
  }

  private keep(cardID: string, wrapped: WrappedKey, key: Buffer): void {
    if (!this.provider.isRemote) return;
    const now = performance.now();
    for (const [name, { untilMs }] of this.kept) {
      if (untilMs > now && this.kept.size < MAX_KEPT_KEYS) break;
      this.kept.delete(name);
    }
    this.kept.set(nameOf(cardID, wrapped), { key, untilMs: now + KEPT_KEY_MS });
  }
}

function nameOf(cardID: string, { bytes }: WrappedKey): string {
  return `${cardID} ${bytes.toString('base64')}`;
}
