import { createReadStream } from 'node:fs';
import { copyFile, mkdir, rename, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { FileStorage, StoredFile } from './file-storage';

/** Files in a folder of the local disk, for an installation whose API and worker share one. */
export class DiskStorage implements FileStorage {
  private readonly folder: string;

  constructor(dataFolder: string) {
    this.folder = resolve(dataFolder, 'files');
  }

  /** The last step is a rename, so that nobody ever reads half a file. */
  async keep(key: string, localPath: string): Promise<void> {
    const path = join(this.folder, key);
    await mkdir(dirname(path), { recursive: true });
    await copyFile(localPath, `${path}.part`);
    await rename(`${path}.part`, path);
  }

  async read(key: string): Promise<StoredFile | undefined> {
    const path = join(this.folder, key);
    const found = await stat(path).catch(() => undefined);
    return found && { size: found.size, content: createReadStream(path) };
  }
}
