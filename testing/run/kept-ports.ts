import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { freeLowPort } from '../../scripts/services/ports';

/** A free port that is written down in a folder, so that nobody who asks there is given it too. */
export async function keepPort(folder: string): Promise<number> {
  for (;;) {
    const port = await freeLowPort();
    if (isOurs(join(folder, String(port)))) return port;
  }
}

/** Whoever makes the file first has the port. */
function isOurs(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
