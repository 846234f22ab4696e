import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { freeLowPort } from '../scripts/services/ports';
import { runFolder } from './services';

/**
 * A port for what is started again on it: while nobody listens, the system gives it to no connection, and no other suite of
 * this run takes it.
 */
export async function portToKeep(): Promise<number> {
  for (;;) {
    const port = await freeLowPort();
    if (isOurs(port)) return port;
  }
}

/** Whoever makes the file first has the port until the run ends. */
function isOurs(port: number): boolean {
  try {
    closeSync(openSync(join(runFolder('ports'), String(port)), 'wx'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
