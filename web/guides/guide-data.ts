import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface MachineTransition {
  from: string;
  to: string;
  on: string;
  event?: string;
}

/** One life cycle as `specs/machines.json` has it. */
export interface Machine {
  states: string[];
  initial: string;
  transitions: MachineTransition[];
}

/** What the components of the guides are drawn from. */
export interface GuideData {
  machines: Record<string, Machine>;
  testCards: unknown;
}

/** Reads the tables that guides show; a table that is not there yet leaves its component saying so. */
export async function readGuideData(folder: string): Promise<GuideData> {
  const read = async (name: string): Promise<unknown> => {
    const text = await readFile(join(folder, name), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : JSON.parse(text);
  };
  return {
    machines: ((await read('machines.json')) ?? {}) as Record<string, Machine>,
    testCards: await read('test-cards.json'),
  };
}
