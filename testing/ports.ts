import { keepPort } from './run/kept-ports';
import { runFolder } from './services';

/** Reserves a port for a later start or restart: neither the system nor another suite of the run uses it meanwhile. */
export async function portToKeep(): Promise<number> {
  return keepPort(runFolder('ports'));
}
