import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Writes files that are served as they are: paths from the root of the site, and texts. */
export async function publishFiles(files, folder) {
  for (const { path, text } of files) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
  }
}
