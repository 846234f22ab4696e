import { statSync } from 'node:fs';
import { combineShares, openKeyFile, parseShare, type KeyShare } from '../custodian/key-file';
import { VaultLocked, WrongShare, type KeyProvider, type WrappedKey } from './key-encryption';
import { LocalKeys } from './local-keys';

/** A share that waits for the other is forgotten after this. */
const MAX_SHARE_MS = 10 * 60_000;

/** Keys of a file that two custodians unlock. Locked until both have given their shares, and after each start. */
export class FileKeys implements KeyProvider {
  readonly isRemote = false;
  private share: (KeyShare & { untilMs: number }) | undefined;
  private opened: { keys: LocalKeys; unlockKey: Buffer; version: string } | undefined;

  constructor(private readonly file: string) {
    // Fails at the start without a file.
    statSync(file);
  }

  async currentKeyID(): Promise<string> {
    return this.keys().currentKeyID();
  }

  missingShares(): number {
    if (this.opened) return 0;
    return this.waitingShare() ? 1 : 2;
  }

  async wrap(dataKey: Buffer, cardID: string): Promise<WrappedKey> {
    return this.keys().wrap(dataKey, cardID);
  }

  async unwrap(wrapped: WrappedKey, cardID: string): Promise<Buffer> {
    return this.keys().unwrap(wrapped, cardID);
  }

  unlock(text: string): void {
    if (this.opened) return;
    const share = parseShare(text);
    const other = this.waitingShare();
    if (!other || other.number === share.number) {
      this.share = { ...share, untilMs: performance.now() + MAX_SHARE_MS };
      return;
    }
    // A wrong pair starts over, because it is unknown which of both is wrong.
    this.share = undefined;
    const unlockKey = combineShares([other, share]);
    this.opened = this.read(unlockKey);
  }

  private waitingShare(): KeyShare | undefined {
    return this.share && this.share.untilMs > performance.now() ? this.share : undefined;
  }

  /** Reads the file again after it has changed, so that a new key needs no restart. */
  private keys(): LocalKeys {
    if (!this.opened) throw new VaultLocked();
    if (versionOf(this.file) !== this.opened.version) this.opened = this.read(this.opened.unlockKey);
    return this.opened.keys;
  }

  private read(unlockKey: Buffer): { keys: LocalKeys; unlockKey: Buffer; version: string } {
    const version = versionOf(this.file);
    const keys = openKeyFile(this.file, unlockKey);
    if (keys.length === 0) throw new WrongShare('the key file has no key');
    return { keys: new LocalKeys(keys, 'file'), unlockKey, version };
  }
}

/** Also by inode and size, because two changes within a tick of the clock have one time. */
function versionOf(file: string): string {
  const { ino, size, mtimeNs } = statSync(file, { bigint: true });
  return `${ino} ${size} ${mtimeNs}`;
}
