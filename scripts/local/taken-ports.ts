import { ServiceProblem } from '../services/folders';
import { getEntryFile } from '../services/platform-process';
import { isPortFree, waitForFreePort } from '../services/ports';
import { existsSync } from 'node:fs';
import type { LocalPlatform } from './local-environment';

/** Processes of the previous start may still be releasing their ports. */
const timeoutMs = 5_000;

/** Fails with the names of the port variables when another program uses a needed port. */
export async function refuseTakenPorts({ settings, postgres, isTemporalEmbedded }: LocalPlatform): Promise<void> {
  const needed = [
    ...(postgres ? (['POSTGRES_PORT'] as const) : []),
    ...(isTemporalEmbedded ? (['TEMPORAL_PORT', 'TEMPORAL_UI_PORT'] as const) : []),
    ...(['API_PORT', 'API_METRICS_PORT', 'WORKER_PORT', 'SANDBOX_PORT', 'VAULT_PORT', 'VAULT_HEALTH_PORT'] as const),
    ...(settings.TEMPORAL_PAYLOAD_KEY === undefined ? [] : (['CODEC_PORT'] as const)),
    ...(existsSync(getEntryFile('web')) ? (['WEB_PORT'] as const) : []),
    ...(existsSync(getEntryFile('checkout')) ? (['CHECKOUT_PORT'] as const) : []),
    ...(existsSync(getEntryFile('console')) ? (['CONSOLE_PORT'] as const) : []),
  ];
  const looks = await Promise.all(needed.map((name) => waitForFreePort(settings[name], timeoutMs)));
  const taken = needed.filter((_, index) => !looks[index]);
  if (taken.length === 0) return;
  const lines = taken.map((name) => `  port ${settings[name]} (${name})`);
  const others = (
    await findFreePorts(
      taken.map((name) => settings[name]),
      needed.map((name) => settings[name]),
    )
  )
    .map((port, index) => `${taken[index]}=${port}`)
    .join(' ');
  throw new ServiceProblem(
    `Ports in use by another program:\n${lines.join('\n')}\nStop it, or choose other ports: ${others} npm start`,
  );
}

const STEP = 1_000;
const MIN_PORT = 1_024;
const MAX_PORT = 65_535;

/** For each taken port the first free one, in steps of a thousand, that nothing here needs. */
async function findFreePorts(taken: readonly number[], needed: readonly number[]): Promise<number[]> {
  const found: number[] = [];
  for (const port of taken) {
    let free = port;
    do free = free + STEP > MAX_PORT ? MIN_PORT + ((free + STEP) % STEP) + 1 : free + STEP;
    while (needed.includes(free) || found.includes(free) || !(await isPortFree(free)));
    found.push(free);
  }
  return found;
}
