// A lock file between the commands of this checkout. Uses nothing but Node itself.
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist');
const pollMs = 100;
/** Between taking over the lock of a process that died and believing it: another may have done the same at that moment. */
const settleMs = 250;
/** A process that was killed between making the file and writing its number leaves an empty one. */
const maxEmptyMs = 5_000;
/** Nothing takes so long: the holder has died, and its number belongs to another process. */
const maxHeldMs = 30 * 60_000;

/**
 * Runs `work` while no other process does what the lock is named for. A process that has to wait says for which one, once; the lock
 * of a process that is dead counts for nothing.
 * @param options.name of the lock's file in dist/
 * @param options.doing what its holder does, in words that follow "which"
 */
export async function oneAtATime({ name, doing, say, file = join(folder, `.${name}.lock`) }, work) {
  mkdirSync(dirname(file), { recursive: true });
  await acquire({ file, doing, say });
  try {
    return await work();
  } finally {
    if (readFileSync(file, 'utf8') === String(process.pid)) rmSync(file, { force: true });
  }
}

async function acquire({ file, doing, say }) {
  let isSaid = false;
  while (!create(file)) {
    const holder = holderOf(file);
    if (holder === undefined || isAlive(holder)) {
      if (holder !== undefined && !isSaid) say(`Waiting for process ${holder}, which ${doing} (${file})`);
      isSaid ||= holder !== undefined;
      await sleep(pollMs);
    } else if (await takeOver(file)) return;
  }
}

function create(file) {
  try {
    const descriptor = openSync(file, 'wx');
    writeFileSync(descriptor, String(process.pid));
    closeSync(descriptor);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

/** Replaced, never removed: who comes now finds a file, and of several that replace it the last one has it. */
async function takeOver(file) {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  renameSync(own, file);
  await sleep(settleMs);
  return holderOf(file) === process.pid;
}

/** @returns the process that holds the lock, 0 for one that must be dead; undefined where it has not written its number yet */
function holderOf(file) {
  try {
    const written = Number(readFileSync(file, 'utf8'));
    const heldMs = Date.now() - statSync(file).mtimeMs;
    if (written > 0) return heldMs > maxHeldMs ? 0 : written;
    return heldMs > maxEmptyMs ? 0 : undefined;
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  }
}

function isAlive(pid) {
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
