import { keepPort } from './run/kept-ports';
import { runFolder } from './services';

/** Reserves a port for the run: the system gives it to no connection or server that asks for any port, and no other suite takes it. */
export async function portToKeep(): Promise<number> {
  return keepPort(runFolder('ports'));
}

/** Reserves a port for each name. */
export async function portsToKeep<Name extends string>(names: readonly Name[]): Promise<Record<Name, number>> {
  const ports: Partial<Record<Name, number>> = {};
  for (const name of names) ports[name] = await portToKeep();
  return ports as Record<Name, number>;
}
