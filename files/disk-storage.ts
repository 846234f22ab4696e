import { chmod, copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { FileStorage, StoredFile } from './file-storage';

/** Files on the local disk, for an API and a worker that share it and their user. */
export class DiskStorage implements FileStorage {
  private readonly folder: string;

  constructor(dataFolder: string) {
    this.folder = resolve(dataFolder, 'files');
  }

  /** Renames last, so that a reader never sees a partial file. */
  async save(key: string, localPath: string): Promise<void> {
    const path = join(this.folder, key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await copyFile(localPath, `${path}.part`);
    await chmod(`${path}.part`, 0o600);
    await rename(`${path}.part`, path);
  }

  /** Opens the file first, so that an unreadable file fails before the response begins. */
  async read(key: string): Promise<StoredFile | undefined> {
    const file = await open(join(this.folder, key)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (!file) return undefined;
    try {
      const { size } = await file.stat();
      return { size, content: file.createReadStream() };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    await rm(join(this.folder, key), { force: true });
  }
}
