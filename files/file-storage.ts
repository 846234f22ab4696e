import type { Readable } from 'node:stream';

/** Stores files atomically and reads them as streams. */
export interface FileStorage {
  /** Stores a finished local file, replacing an earlier one. */
  save(key: string, localPath: string): Promise<void>;
  read(key: string): Promise<StoredFile | undefined>;
  /** Idempotent. */
  delete(key: string): Promise<void>;
}

export interface StoredFile {
  size: number;
  content: Readable;
}
