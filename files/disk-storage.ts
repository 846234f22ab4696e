import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { checkedKey } from './file-key';
import type { FileStorage, StoredFile } from './file-storage';

/** Files on the local disk, for an API and a worker that share it and their user. */
export class DiskStorage implements FileStorage {
  private readonly folder: string;

  constructor(dataFolder: string) {
    this.folder = resolve(dataFolder, 'files');
  }

  /** Renames last, so that a reader never sees a partial file. */
  async save(key: string, localPath: string): Promise<void> {
    const path = this.locate(key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await copyFile(localPath, `${path}.part`);
    await chmod(`${path}.part`, 0o600);
    await rename(`${path}.part`, path);
  }

  /** Opens the file first, so that an unreadable file fails before the response begins. */
  async read(key: string): Promise<StoredFile | undefined> {
    const file = await this.open(key);
    if (!file) return undefined;
    try {
      const found = await file.stat();
      if (!found.isFile()) throw new Error('it is no ordinary file');
      return { size: found.size, content: file.createReadStream() };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async has(key: string): Promise<boolean> {
    const file = await this.open(key);
    await file?.close();
    return file !== undefined;
  }

  async delete(key: string): Promise<void> {
    await rm(this.locate(key), { force: true });
  }

  private async open(key: string): Promise<FileHandle | undefined> {
    // A link is not followed, so that none leads out of the folder.
    return open(this.locate(key), constants.O_RDONLY | constants.O_NOFOLLOW).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
  }

  private locate(key: string): string {
    return join(this.folder, checkedKey(key));
  }
}
