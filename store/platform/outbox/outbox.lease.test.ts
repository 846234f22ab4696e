import { freshDatabase } from '../../../tests/harness/database';
import type { Database } from '../../postgres/database';
import { Database as OwnDatabase } from '../../postgres/database';
import { appendCommands } from './outbox';
import { readOutboxBacklog } from './outbox.backlog';
import { leaseCommands, openOutboxDatabase, releaseCommands, type Lease, type LeaseRequest } from './outbox.lease';

let database: Database;
let writer: Database;

beforeAll(async () => {
  writer = new OwnDatabase({ url: await freshDatabase(), poolSize: 8 });
  database = openOutboxDatabase(writer.url);
});

beforeEach(async () => {
  await writer.search('DELETE FROM outbox', []);
});

afterAll(async () => {
  await database?.close();
  await writer?.close();
});

function aStart(workflowID: string, { partyID = 'p', number = 0 } = {}) {
  return {
    kind: 'start',
    workflowID,
    workflowType: 'payment',
    args: [number],
    searchAttributes: { PartyID: partyID },
  } as const;
}

async function append(...commands: ReturnType<typeof aStart>[]): Promise<void> {
  await appendCommands(writer, commands);
}

async function lease(request: Partial<LeaseRequest> = {}): Promise<Lease> {
  return leaseCommands(database, { lane: 'payer', limit: 10, seconds: 60, token: 't', ...request });
}

const names = ({ commands }: Lease): string[] =>
  commands.map(({ command }) => (command.kind === 'start' ? `${command.workflowID} ${command.args.join()}` : ''));

test('a lane leases its own commands only, the oldest first', async () => {
  await append(aStart('payment/a.1'), aStart('invoice/b'), aStart('payment/c.1'), aStart('webhook/w/invoice/b'));
  expect(names(await lease())).toEqual(['payment/a.1 0', 'payment/c.1 0']);
  expect(names(await lease({ lane: 'background' }))).toEqual(['invoice/b 0', 'webhook/w/invoice/b 0']);
  expect(names(await lease())).toEqual([]);
});

test('commands of one workflow are leased together, or after earlier ones are done', async () => {
  for (const number of [1, 2, 3]) await append(aStart('payment/a.1', { number }));
  const first = await lease({ limit: 2 });
  expect(names(first)).toEqual(['payment/a.1 1', 'payment/a.1 2']);
  expect(names(await lease())).toEqual([]);
  const [one, two] = first.commands.map(({ id }) => id);
  expect(names(await lease({ done: [one ?? 0n] }))).toEqual([]);
  expect(names(await lease({ done: [two ?? 0n] }))).toEqual(['payment/a.1 3']);
});

test('a failed command delays later commands of its workflow only', async () => {
  await append(aStart('payment/a.1', { number: 1 }));
  const [failed] = (await lease()).commands;
  await append(aStart('payment/a.1', { number: 2 }), aStart('payment/b.1'));
  await releaseCommands(database, { ids: [failed?.id ?? 0n], token: 't' });
  expect(names(await lease())).toEqual(['payment/b.1 0']);
  await writer.search(`UPDATE outbox SET leased_until = now() - interval '1 second' WHERE id = $1`, [
    String(failed?.id),
  ]);
  expect(names(await lease())).toEqual(['payment/a.1 1', 'payment/a.1 2']);
});

test('releasing an expired lease does not affect the current lease', async () => {
  await append(aStart('payment/a.1'));
  const late = await lease({ seconds: -1, token: 'late' });
  expect(names(await lease({ token: 'now' }))).toEqual(names(late));
  await releaseCommands(database, { ids: late.commands.map(({ id }) => id), token: 'late' });
  const [row] = await writer.search<{ isHeld: boolean }>(
    `SELECT leased_until > now() + interval '30 seconds' AS "isHeld" FROM outbox`,
    [],
  );
  expect(row?.isHeld).toBe(true);
});

test('a command that an older version put on another lane still comes first', async () => {
  const older = `INSERT INTO outbox (workflow_id, command) VALUES ('invoice/a', $1)`;
  await writer.search(older, [JSON.stringify(aStart('invoice/a', { number: 1 }))]);
  await append(aStart('invoice/a', { number: 2 }));
  expect(names(await lease({ lane: 'background' }))).toEqual([]);
  const first = await lease({ lane: 'payer' });
  expect(names(first)).toEqual(['invoice/a 1']);
  await lease({ limit: 0, done: first.commands.map(({ id }) => id) });
  expect(names(await lease({ lane: 'background' }))).toEqual(['invoice/a 2']);
});

test('parties take turns regardless of their backlogs', async () => {
  const crowd = Array.from({ length: 300 }, (_, number) => aStart(`payment/a${number}.1`, { partyID: 'a' }));
  await append(...crowd, aStart('payment/b1.1', { partyID: 'b' }), aStart('payment/b2.1', { partyID: 'b' }));
  await append(aStart('payment/none.1', { partyID: '' }));
  const shared = await lease({ limit: 9 });
  expect(names(shared).filter((name) => !name.startsWith('payment/a')).length).toBe(3);
  expect([names(shared).length, shared.isMore]).toEqual([6, true]);
  await append(...['x', 'y'].map((partyID) => aStart(`payment/${partyID}.1`, { partyID })));
  let after = '';
  const turns: string[] = [];
  for (let turn = 0; turn < 4; turn++) {
    const one = await lease({ limit: 1, after });
    turns.push(...names(one).map((name) => name[8] ?? ''));
    after = one.after;
  }
  expect(turns.sort()).toEqual(['a', 'a', 'x', 'y']);
});

test('commands of started workflows come before the starts of their party', async () => {
  const starts = Array.from({ length: 20 }, (_, number) => aStart(`payment/a${number}.1`, { partyID: 'a' }));
  await append(...starts);
  const signal = `INSERT INTO outbox (workflow_id, party_id, command) VALUES ($1, 'a', $2)`;
  const command = { kind: 'signal', workflowID: 'payment/held.1', signal: 'holdDecided', args: [] };
  await writer.search(signal, ['payment/held.1', JSON.stringify(command)]);
  // Signals wait for the starts of their workflows and must not fill the party's share.
  for (let number = 10; number < 20; number++) {
    const workflowID = `payment/a${number}.1`;
    await writer.search(signal, [workflowID, JSON.stringify({ ...command, workflowID })]);
  }
  const { commands } = await lease({ limit: 3 });
  const leased = commands.map((each) => `${each.command.kind} ${each.command.workflowID}`);
  expect(leased.sort()).toEqual(['signal payment/held.1', 'start payment/a0.1', 'start payment/a1.1']);
});

test('eight concurrent workers lease each command once, and those of each workflow in order', async () => {
  const commands = Array.from({ length: 600 }, (_, number) =>
    aStart(`payment/${number % 25}.1`, { partyID: `p${number % 3}`, number }),
  );
  await append(...commands);
  const delivered: { workflowID: string; number: number }[] = [];
  let left = commands.length;
  const drain = async (name: number): Promise<void> => {
    let done: bigint[] = [];
    for (let round = 0; left > 0 || done.length > 0; round++) {
      const token = `${name}.${round}`;
      const { commands: leased } = await leaseCommands(writer, {
        ...{ lane: 'payer', limit: 1 + (round % 7), seconds: 60, token, after: '', done },
      });
      done = [];
      const stopped = new Set<string>();
      for (const { id, command } of leased) {
        const { workflowID } = command;
        // Some deliveries fail: these commands and later ones of their workflow are released at once.
        if (stopped.has(workflowID) || Math.random() < 0.1) {
          stopped.add(workflowID);
          await writer.search('UPDATE outbox SET leased_until = NULL WHERE id = $1 AND lease_token = $2', [
            String(id),
            token,
          ]);
          continue;
        }
        delivered.push({ workflowID, number: command.kind === 'start' ? Number(command.args[0]) : -1 });
        done.push(id);
        left--;
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, name) => drain(name)));
  expect(new Set(delivered.map(({ number }) => number)).size).toBe(600);
  expect(delivered.length).toBe(600);
  for (let workflow = 0; workflow < 25; workflow++) {
    const numbers = delivered.filter(({ workflowID }) => workflowID === `payment/${workflow}.1`);
    expect(numbers.map(({ number }) => number)).toEqual(numbers.map(({ number }) => number).sort((a, b) => a - b));
  }
});

test('a lease planned on an empty table stays cheap with a backlog of fifty thousand on each lane', async () => {
  /** The median duration of a lease, because pauses affect a few. */
  const measureMedianMs = async (): Promise<number> => {
    const times: number[] = [];
    let done: bigint[] = [];
    for (let round = 0; round < 31; round++) {
      const began = performance.now();
      const { commands } = await lease({ limit: 20, token: `r${round}`, done });
      times.push(performance.now() - began);
      done = commands.map(({ id }) => id);
    }
    return times.toSorted((a, b) => a - b)[15] ?? NaN;
  };
  await writer.search('VACUUM ANALYZE outbox', []);
  const emptyMs = await measureMedianMs();
  await writer.search(
    `INSERT INTO outbox (workflow_id, lane, party_id, command)
     SELECT 'payment/' || n || '.1', CASE WHEN n % 2 = 0 THEN 'payer' ELSE 'background' END, 'p' || n % 10,
       jsonb_build_object('kind', 'signal', 'workflowID', 'payment/' || n || '.1', 'signal', 'none', 'args', '[]'::jsonb)
     FROM generate_series(1, 100000) n`,
    [],
  );
  const backlog = await readOutboxBacklog(writer);
  expect([backlog.get('payer')?.count, backlog.get('background')?.count]).toEqual([50_000, 50_000]);
  const fullMs = await measureMedianMs();
  // A sequential scan takes half a second and more.
  expect(fullMs).toBeLessThan(20 * emptyMs + 100);
});

test('a lease is planned once, not at each execution', async () => {
  for (let round = 0; round < 12; round++) await lease({ limit: 20, token: `r${round}` });
  const plans = await database.search<{ custom: number; generic: number }>(
    `SELECT custom_plans::integer AS custom, generic_plans::integer AS generic FROM pg_prepared_statements WHERE statement LIKE '%lease_token%'`,
    [],
  );
  expect(plans.reduce((sum, { generic }) => sum + generic, 0)).toBeGreaterThan(0);
  expect(plans.filter(({ custom }) => custom > 0)).toEqual([]);
});

test('the backlog of an empty lane is zero', async () => {
  expect([...(await readOutboxBacklog(writer)).entries()].sort()).toEqual([
    ['background', { count: 0, oldestSeconds: 0 }],
    ['payer', { count: 0, oldestSeconds: 0 }],
  ]);
  await append(aStart('invoice/a'));
  await writer.search(`UPDATE outbox SET created_at = now() - interval '90 seconds'`, []);
  const backlog = await readOutboxBacklog(writer);
  expect(backlog.get('background')).toEqual({ count: 1, oldestSeconds: expect.any(Number) });
  expect(backlog.get('background')?.oldestSeconds).toBeGreaterThan(89);
});
