import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { repeatedly, type Experiment, type Scene } from '../experiment';
import { isIsolated } from '../isolated';
import { undoing } from '../undo';

/** Network faults in a namespace with the whole platform and its clients, in which `main.ts` starts itself. */

const run = (...words: string[]): void => void execFileSync(words[0] ?? '', words.slice(1), { stdio: 'ignore' });

function works(...words: string[]): boolean {
  try {
    run(...words);
    return true;
  } catch {
    return false;
  }
}

function noNamespace(): string | undefined {
  return isIsolated() || works('unshare', '--net', 'ip', 'link', 'set', 'lo', 'up')
    ? undefined
    : 'no network namespaces';
}

const NETEM = ['qdisc', 'add', 'dev', 'lo', 'root', 'netem', 'delay', '200ms', 'loss', '5%'];

function noNetem(): string | undefined {
  const namespace = noNamespace();
  if (namespace !== undefined) return namespace;
  if (isIsolated()) return undefined;
  const words = ['unshare', '--net', 'sh', '-c', `ip link set lo up && tc ${NETEM.join(' ')}`];
  return works(...words) ? undefined : 'the kernel has no netem';
}

function partition(scene: Scene): Promise<void> {
  return repeatedly(scene, [3_000, 8_000], async () => {
    if (scene.isOver()) return;
    run('ip', 'link', 'set', 'lo', 'down');
    // Lasts its whole time, because a shorter partition proves nothing.
    await undoing(
      () => run('ip', 'link', 'set', 'lo', 'up'),
      () => sleep(scene.random.int(1_000, 15_000)),
    );
    scene.count();
  });
}

async function slow(scene: Scene): Promise<void> {
  run('tc', ...NETEM);
  scene.count();
  await undoing(
    () => run('tc', 'qdisc', 'del', 'dev', 'lo', 'root'),
    async () => {
      while (!scene.isOver()) await scene.pause(1_000);
    },
  );
}

const shared = { load: { payments: 6, wallets: 3 }, isIsolated: true } as const;

export const network: readonly Experiment[] = [
  {
    ...shared,
    name: 'partition',
    title: 'no process reaches another, for up to 15 s',
    seconds: { whole: 60 },
    obstacle: noNamespace,
    fault: partition,
  },
  {
    ...shared,
    name: 'slow-network',
    title: '200 ms and 5 % loss between all',
    seconds: { whole: 60 },
    obstacle: noNetem,
    fault: slow,
  },
];
