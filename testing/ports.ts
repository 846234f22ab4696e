import { keepPort } from './run/kept-ports';
import { runFolder } from './services';

/**
 * A port for what is started on it in a moment, or again: while nobody listens, the system gives it to no connection and to
 * no server that asks for any port, and no other suite of this run takes it until the run ends.
 */
export async function portToKeep(): Promise<number> {
  return keepPort(runFolder('ports'));
}
