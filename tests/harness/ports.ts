import { keepPort } from './run/kept-ports';
import { runFolder } from './services';

/** Reserves a port for the run: the system gives it to no connection or server that asks for any port, and no other suite takes it. */
export async function portToKeep(): Promise<number> {
  return keepPort(runFolder('ports'));
}
