import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { freeLowPort } from '../../../scripts/services/ports';

/** Reserves a free port by a file in a folder. */
export async function keepPort(folder: string): Promise<number> {
  for (;;) {
    const port = await freeLowPort();
    if (isOurs(join(folder, String(port)))) return port;
  }
}

/** The first process to create the file owns the port. */
function isOurs(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
