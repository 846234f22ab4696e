import type { Readable } from 'node:stream';

/** Stores files atomically and reads them as streams. Each key is checked (`file-key.ts`). */
export interface FileStorage {
  /** Stores a finished local file, replacing an earlier one. */
  save(key: string, localPath: string): Promise<void>;
  has(key: string): Promise<boolean>;
  read(key: string): Promise<StoredFile | undefined>;
  /** Idempotent. */
  delete(key: string): Promise<void>;
}

export interface StoredFile {
  size: number;
  content: Readable;
}
