import { createPrivateKey, createPublicKey } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { KeyPairs } from './key-pairs';

let all: KeyPairs[] = [];
const aSupply = (aheadCount?: number): KeyPairs => {
  const pairs = new KeyPairs(aheadCount);
  all.push(pairs);
  return pairs;
};
afterEach(async () => {
  for (const pairs of all) await threadOf(pairs)?.terminate();
  all = [];
});

/** The thread, which no caller sees. */
const threadOf = (pairs: KeyPairs): Worker | undefined => (pairs as unknown as { thread?: Worker }).thread;

async function untilReady(pairs: KeyPairs, count: number): Promise<void> {
  for (let waited = 0; pairs.readyCount < count && waited < 600; waited++) await sleep(50);
  // Further ones would come now.
  await sleep(1_000);
  expect(pairs.readyCount).toBe(count);
}

test('a pair is an RSA key of 2048 bits as PKCS #8, with its public key as SPKI in base64', async () => {
  const { publicKey, privateKey } = await aSupply().take();
  expect(privateKey).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
  const opened = createPrivateKey(privateKey);
  expect([opened.asymmetricKeyType, opened.asymmetricKeyDetails?.modulusLength]).toEqual(['rsa', 2_048]);
  const der = createPublicKey(opened).export({ type: 'spki', format: 'der' });
  expect(publicKey).toBe(der.toString('base64'));
});

test('nothing is generated before a pair is wanted; then as many as are kept ready', async () => {
  const pairs = aSupply(2);
  expect([pairs.readyCount, threadOf(pairs)]).toEqual([0, undefined]);
  pairs.warmUp();
  pairs.warmUp();
  await untilReady(pairs, 2);
});

test('one pair is kept ready by default, and each that is taken is replaced', async () => {
  const pairs = aSupply();
  const first = await pairs.take();
  await untilReady(pairs, 1);
  const second = await pairs.take();
  expect(second).not.toEqual(first);
  await untilReady(pairs, 1);
});

test('calls beyond the ready pairs get a pair of their own in order', async () => {
  const pairs = aSupply();
  pairs.warmUp();
  await untilReady(pairs, 1);
  const order: number[] = [];
  const taken = await Promise.all(
    [0, 1, 2].map(async (number) => {
      const pair = await pairs.take();
      order.push(number);
      return pair.publicKey;
    }),
  );
  expect(new Set(taken).size).toBe(3);
  expect(order).toEqual([0, 1, 2]);
  await untilReady(pairs, 1);
});

test('when the thread fails the waiting calls are rejected, and the next call starts another', async () => {
  const pairs = aSupply();
  const waiting = Promise.allSettled([pairs.take(), pairs.take()]);
  const failed = threadOf(pairs);
  failed?.emit('error', new Error('out of memory'));
  const outcomes = await waiting;
  expect(outcomes).toMatchObject([
    { status: 'rejected', reason: { message: 'out of memory' } },
    { status: 'rejected', reason: { message: 'out of memory' } },
  ]);
  await failed?.terminate();
  expect(pairs.readyCount).toBe(0);
  expect((await pairs.take()).publicKey).toMatch(/^[\w+/]+=*$/);
  await untilReady(pairs, 1);
});

test('an idle thread does not keep the process alive, a waited one does', async () => {
  const pairs = aSupply();
  const calls: string[] = [];
  const pair = pairs.take();
  const thread = threadOf(pairs);
  for (const name of ['ref', 'unref'] as const)
    jest.spyOn(thread!, name).mockImplementation(() => void calls.push(name));
  await pair;
  expect(calls).toEqual(['unref']);
  await untilReady(pairs, 1);
  await pairs.take();
  const [first, second] = [pairs.take(), pairs.take()];
  expect(calls.at(-1)).toBe('ref');
  await Promise.all([first, second]);
  expect(calls.at(-1)).toBe('unref');
});
