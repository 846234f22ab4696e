import { setTimeout as sleep } from 'node:timers/promises';
import { httpClient, type HttpClient } from '../../harness/http-client';
import { seedWithdrawals } from '../../harness/factories/many-withdrawals';
import { aDestination, anIdentity, aWallet, WALLET } from '../../harness/factories/wallet';
import type { Bench, BenchResult } from '../bench';
import { watchMemory, type Memory } from '../measure/memory';

const ROWS = 1_000_000;
const AIM_MB = 300;
const FROM = new Date('2026-01-01T00:00:00Z');
const EVERY_MS = 1_000;
const END = new Date(FROM.getTime() + (ROWS + 1) * EVERY_MS);

/** Measures the memory of writing a report: of the writer process and of its worker. */
export const reports: Bench = {
  title: `A report of ${ROWS} withdrawals, built by a worker`,
  isOnDemand: true,
  run: async (harness) => {
    const { apiUrl, databaseUrl, demo, processes } = await harness.platform();
    const client = httpClient({ baseUrl: apiUrl, token: demo.apiKey });
    const identity = await anIdentity(client);
    const wallet = await aWallet(client, { identity });
    const destination = await aDestination(client, { identity });
    const rows = { name: 'bench', wallet, destination, from: FROM, count: ROWS, everyMs: EVERY_MS };
    await seedWithdrawals(databaseUrl, { ...rows, isForReportsOnly: true });
    const memory = watchMemory(processes.worker.pid());
    const seconds = await buildReport(client, `${WALLET}/identities/${identity}/reports`);
    return findings(seconds, memory.stop());
  },
};

/** Orders a report and waits for it. @returns the duration in seconds */
async function buildReport(client: HttpClient, path: string): Promise<number> {
  const period = { fromTime: FROM.toISOString(), toTime: END.toISOString() };
  const began = performance.now();
  const ordered = await client.post<{ id: number }>(path, { reportType: 'withdrawalRegistry', ...period });
  if (ordered.status !== 201) throw new Error(`the report was not ordered: ${JSON.stringify(ordered.body)}`);
  for (;;) {
    await sleep(250);
    const { status } = (await client.get<{ status: string }>(`${path}/${ordered.body.id}`)).body;
    if (status === 'created') return (performance.now() - began) / 1_000;
    if (status !== 'pending') throw new Error(`the report is ${status}`);
  }
}

function findings(seconds: number, { before, peak }: { before: Memory; peak: Memory }): BenchResult[] {
  const needed = peak.belowMB + peak.ownMB - before.ownMB;
  return [
    { name: 'both files', found: `${seconds.toFixed(1)} s` },
    { name: 'worker', found: `${before.ownMB} MB before, ${peak.ownMB} MB at most` },
    { name: 'process that writes', found: `${peak.belowMB} MB at most` },
    {
      name: 'needed by the report',
      found: `${needed} MB`,
      aim: { text: `under ${AIM_MB} MB`, isReached: peak.belowMB > 0 && needed < AIM_MB },
    },
  ];
}
