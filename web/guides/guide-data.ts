import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface MachineTransition {
  from: string;
  to: string;
  on: string;
  event?: string;
}

export interface GuideMachine {
  states: string[];
  initial: string;
  transitions: MachineTransition[];
}

export interface GuideData {
  machines: Record<string, GuideMachine>;
  testCards: unknown;
}

export async function readGuideData(folder: string): Promise<GuideData> {
  const read = async (name: string): Promise<unknown> => {
    const text = await readFile(join(folder, name), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : JSON.parse(text);
  };
  return {
    machines: ((await read('machines.json')) ?? {}) as Record<string, GuideMachine>,
    testCards: await read('test-cards.json'),
  };
}
