import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild, readTail } from '../../../scripts/services/child';
import type { Demo } from '../../../scripts/services/demo';
import { LOCAL_PORTS } from '../../../scripts/services/platform-environment';
import { freeLowPort } from '../../../scripts/services/ports';

/** Covers install, build and start on a busy machine. */
const READY_LIMIT_MS = 15 * 60_000;

const PORTS = [...LOCAL_PORTS, 'POSTGRES_PORT', 'TEMPORAL_PORT', 'TEMPORAL_UI_PORT'];

/** A platform of any revision, started by `npm start`. */
export interface StartedPlatform {
  apiUrl: string;
  databaseUrl: string;
  demo: Demo;
  /** The root of its process tree. */
  pid: number;
  stop(): Promise<void>;
}

/**
 * Runs `npm start` of a checkout on free ports with a data folder of its own.
 * @param ended rejects to abort the start
 */
export async function startCheckout(checkout: string, ended: Promise<never>): Promise<StartedPlatform> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-started-'));
  const dataFolder = join(folder, 'data');
  // Under root PostgreSQL runs as another user, who needs access to its folder.
  chmodSync(folder, 0o711);
  const notice = join(dataFolder, 'demo.json');
  mkdirSync(dataFolder, { recursive: true });
  const ports: Record<string, string> = {};
  for (const name of PORTS) ports[name] = String(await freeLowPort());
  const child = startChild({
    name: 'start',
    command: process.execPath,
    args: [join(checkout, 'scripts/start.mjs')],
    cwd: checkout,
    // Callers that are refused would measure something else.
    env: { ...process.env, ...ports, DATA_DIR: dataFolder, PARTY_WAITING_SECONDS: '60' },
    logFile: join(folder, 'start.log'),
  });
  const stop = async (): Promise<void> => {
    await child.stop(60_000);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (const end = Date.now() + READY_LIMIT_MS; !existsSync(notice); await Promise.race([sleep(200), ended])) {
      if (child.isRunning() && Date.now() < end) continue;
      throw new Error(`${checkout} did not start:\n${readTail(child.logFile)}`);
    }
    // The file is not written atomically.
    await sleep(500);
    const { apiUrl, ...demo } = JSON.parse(readFileSync(notice, 'utf8')) as Demo & { apiUrl: string };
    const secrets = JSON.parse(readFileSync(join(dataFolder, 'secrets.json'), 'utf8')) as { POSTGRES_PASSWORD: string };
    const databaseUrl = `postgres://holdfast:${secrets.POSTGRES_PASSWORD}@127.0.0.1:${ports['POSTGRES_PORT']}/holdfast`;
    return { apiUrl, databaseUrl, demo, pid: child.pid, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
