import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { A_JPEG, aPdf } from '../tests/harness/factories/document';
import { checkFile } from './check-file';
import { checkDocument } from './document-check';

const folder = mkdtempSync(join(tmpdir(), 'holdfast-check-'));
afterAll(() => rmSync(folder, { recursive: true }));

const HOSTILE = aPdf('>> stream\n'.repeat(500_000));

function aFile(content: Buffer): string {
  const path = join(folder, 'document');
  writeFileSync(path, content);
  return path;
}

/** The longest time that the event loop stood still, in milliseconds. */
async function longestDelayMs(work: () => unknown): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await sleep(50);
  await work();
  await sleep(50);
  delay.disable();
  return delay.max / 1e6;
}

test('a hostile document keeps the event loop free', async () => {
  const path = aFile(HOSTILE);
  // Without the thread; the shortest of three, as others use the processor too.
  const shortest = async (work: () => unknown) =>
    Math.min(await longestDelayMs(work), await longestDelayMs(work), await longestDelayMs(work));
  const before = await shortest(() => checkDocument(HOSTILE));
  const after = await shortest(() => checkFile(path));
  expect({ before, after, isFree: after < before / 2 }).toEqual({ before, after, isFree: true });
});

test('a check that takes too long is ended, and the document refused', async () => {
  expect(await checkFile(aFile(HOSTILE), undefined, 1)).toEqual({ problem: 'damaged' });
  const active = process.getActiveResourcesInfo().filter((name) => name.includes('Worker') || name === 'MessagePort');
  expect(active).toEqual([]);
});

test('a check ends when its signal is aborted', async () => {
  const left = new AbortController();
  const checked = checkFile(aFile(HOSTILE), left.signal);
  left.abort(new Error('the client has left'));
  await expect(checked).rejects.toThrow('the client has left');
  await expect(checkFile(aFile(HOSTILE), left.signal)).rejects.toThrow('the client has left');
});

test('the thread answers as the check does, and fails for a file that is not there', async () => {
  for (const content of [A_JPEG, aPdf(), aPdf('4 0 obj\n<< /S /Launch >>\nendobj\n'), Buffer.from('MZ')]) {
    expect(await checkFile(aFile(content))).toEqual(checkDocument(content));
  }
  await expect(checkFile(join(folder, 'missing'))).rejects.toThrow('ENOENT');
});
