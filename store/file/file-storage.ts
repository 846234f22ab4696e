import type { Readable } from 'node:stream';

/** Where files rest: written whole or not at all, read as streams. */
export interface FileStorage {
  /** Takes a finished local file in under a key; one that was there is replaced. */
  keep(key: string, localPath: string): Promise<void>;
  /** A file's bytes and their number, or undefined where there is none. */
  read(key: string): Promise<StoredFile | undefined>;
}

export interface StoredFile {
  size: number;
  content: Readable;
}
