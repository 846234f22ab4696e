import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { freeLowPort } from '../scripts/services/ports';
import { runFolder } from './services';

/**
 * A port for what is started on it in a moment, or again: while nobody listens, the system gives it to no connection and to
 * no server that asks for any port, and no other suite of this run takes it.
 * @param taken the folder in which this run keeps them
 */
export async function portToKeep(taken = runFolder('ports')): Promise<number> {
  for (;;) {
    const port = await freeLowPort();
    if (isOurs(join(taken, String(port)))) return port;
  }
}

/** Whoever makes the file first has the port until the run ends. */
function isOurs(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
