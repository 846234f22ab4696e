import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPictures, type Picture } from './pictures';
import { readSignatureChecks, type SignatureCheck } from './signature-checks';

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
  pictures: Record<string, Picture>;
  signatureChecks: SignatureCheck[];
}

export async function readGuideData(input: {
  contentFolder: string;
  specificationsFolder: string;
}): Promise<GuideData> {
  const read = async (name: string): Promise<unknown> => {
    const text = await readFile(join(input.specificationsFolder, name), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : JSON.parse(text);
  };
  return {
    machines: ((await read('machines.json')) ?? {}) as Record<string, GuideMachine>,
    testCards: await read('test-cards.json'),
    pictures: await readPictures(input.contentFolder),
    signatureChecks: await readSignatureChecks(),
  };
}
