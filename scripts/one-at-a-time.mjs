// A lock file for the commands of this checkout. Uses only Node itself.
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist');
const pollMs = 100;
/** The wait after taking over a stale lock, because another process may do the same. */
const settleMs = 250;
/** A killed process may leave an empty file. */
const maxEmptyMs = 5_000;
/** After this time the process number belongs to another process. */
const maxHeldMs = 30 * 60_000;

/**
 * Runs `work` while holding a lock; reports once for which process it waits. Locks of dead processes are ignored.
 * @param options.name of the lock file in dist/ @param options.doing completes "which …"
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
    const holder = readHolder(file);
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

/** Replaces the file instead of removing it, so that of several processes the last one holds the lock. */
async function takeOver(file) {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  renameSync(own, file);
  await sleep(settleMs);
  return readHolder(file) === process.pid;
}

/** @returns the process that holds the lock, 0 for one that must be dead; undefined where it has not written its number yet */
function readHolder(file) {
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
