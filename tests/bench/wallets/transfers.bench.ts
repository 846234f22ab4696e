import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Database } from '../../../store/postgres/database';
import { newId } from '../../../store/id';
import { MOVE, move, openAccounts, post } from '../../../store/ledger/ledger';
import type { Bench, BenchResult } from '../bench';
import { inParallel } from '../measure/in-parallel';
import { interleave, medians } from '../measure/rounds';

const ACCOUNTS = 1_000;
const CONNECTIONS = 8;
const SECONDS = 5;
const ROUNDS = 3;
const AIM = 0.5;

/** The sender: any of a thousand wallets, or always the same one. */
const CONTESTS = { uncontended: 'random(1, 1000)', 'one hot wallet': '1' } as const;

/** Compares the ledger's transfers, one per transaction, with pgbench running the same statement. */
export const transfers: Bench = {
  title: `Transfers of the ledger over ${CONNECTIONS} connections, to pgbench`,
  run: async (harness) => {
    if (spawnSync('pgbench', ['--version']).status !== 0) {
      return [{ name: 'pgbench', found: 'is not on the PATH: nothing to measure against' }];
    }
    const url = await harness.database();
    const database = new Database({ url, poolSize: CONNECTIONS });
    await openWallets(database);
    const findings: BenchResult[] = [];
    for (const name of Object.keys(CONTESTS) as (keyof typeof CONTESTS)[]) {
      findings.push(...(await contest({ database, url, name })));
    }
    await database.close();
    return findings;
  },
};

async function openWallets(database: Database): Promise<void> {
  const numbers = Array.from({ length: ACCOUNTS }, (_, index) => index + 1);
  const account = { kind: 'wallet', currency: 'RUB', mayGoNegative: true } as const;
  await openAccounts(
    database,
    numbers.map((number) => ({ id: getAccount(number), ...account })),
  );
}

function getAccount(number: number): string {
  return `wallet/bench-${number}`;
}

async function contest(input: {
  database: Database;
  url: string;
  name: keyof typeof CONTESTS;
}): Promise<BenchResult[]> {
  const isHot = input.name === 'one hot wallet';
  const outcome = await interleave({
    rounds: ROUNDS,
    floor: () => withPgbench(input),
    platform: () => withLedger(input.database, isHot),
    settle: () => Promise.resolve(),
  });
  const [floor, platform] = [medians(outcome.floor).perSecond, medians(outcome.platform).perSecond];
  return [
    { name: `pgbench, ${input.name}`, found: `${Math.round(floor)} a second` },
    {
      name: `ledger, ${input.name}`,
      found: `${Math.round(platform)} a second, ratio ${outcome.ratio.toFixed(2)}`,
      aim: { text: `ratio of at least ${AIM}`, isReached: outcome.ratio >= AIM },
    },
  ];
}

async function withLedger(database: Database, isHot: boolean): Promise<{ perSecond: number }> {
  const began = performance.now();
  let count = 0;
  await inParallel({ count: CONNECTIONS, atOnce: CONNECTIONS }, async () => {
    for (; performance.now() - began < SECONDS * 1_000; count++) {
      const from = isHot ? 1 : 1 + Math.floor(Math.random() * ACCOUNTS);
      const to = 1 + ((from + Math.floor(Math.random() * (ACCOUNTS - 1))) % ACCOUNTS);
      await database.transaction((tx) => move(database, [post(getTransfer(from, to))], tx));
    }
  });
  return { perSecond: (count * 1_000) / (performance.now() - began) };
}

function getTransfer(from: number, to: number) {
  const [debitAccountID, creditAccountID] = [getAccount(from), getAccount(to)];
  return { id: `w2w/${newId()}`, debitAccountID, creditAccountID, amountMinor: 1n, currency: 'RUB', reason: 'bench' };
}

/** Runs the ledger's statement with pgbench's variables as values. */
async function withPgbench({
  url,
  name,
}: {
  url: string;
  name: keyof typeof CONTESTS;
}): Promise<{ perSecond: number }> {
  const values = [
    `'bench/' || gen_random_uuid()`,
    `'posted'`,
    'NULL::text',
    `('wallet/bench-' || :f)`,
    `('wallet/bench-' || :t)`,
    '1::bigint',
    `'RUB'`,
    `'bench'`,
    '0::bigint',
  ];
  const statement = MOVE.text.replace(/\$(\d)(::\w+)?/g, (_, place: string) => values[Number(place) - 1] ?? '');
  const script = [
    `\\set f ${CONTESTS[name]}`,
    `\\set t 1 + (:f + random(0, ${ACCOUNTS - 2})) % ${ACCOUNTS}`,
    'BEGIN;',
    `${statement.replace(/\s+/g, ' ')};`,
    'COMMIT;',
  ];
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-pgbench-'));
  const file = join(folder, 'transfer.sql');
  writeFileSync(file, script.join('\n'));
  const flags = ['-n', '-c', String(CONNECTIONS), '-j', '2', '-T', String(SECONDS), '-M', 'prepared', '-f', file, url];
  const { stdout } = await promisify(execFile)('pgbench', flags).finally(() => rmSync(folder, { recursive: true }));
  return { perSecond: Number(/tps = ([\d.]+)/.exec(stdout)?.[1]) };
}
