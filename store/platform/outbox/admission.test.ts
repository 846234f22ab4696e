import { setTimeout as sleep } from 'node:timers/promises';
import { freshDatabase } from '../../../tests/harness/database';
import { ARRIVAL_TIMEOUT_MS } from '../../../tests/harness/timeouts';
import { Database } from '../../postgres/database';
import { Admission } from './admission';

const LIMITS = { PARTY_WAITING_SECONDS: 4, WAITING_SECONDS: 60 };

let database: Database;
let admission: Admission;

beforeAll(async () => {
  database = new Database({ url: await freshDatabase(), poolSize: 4 });
});

beforeEach(async () => {
  await database.search('DELETE FROM outbox', []);
  admission = new Admission(database, LIMITS);
  isAdmitted('reader');
  await sleep(100);
});

afterAll(() => database?.close());

async function append(partyID: string, count: number, { kind = 'start', leasedSeconds = -1, attempts = 0 } = {}) {
  await database.search(
    `INSERT INTO outbox (workflow_id, party_id, command, leased_until, lease_token, attempt_count)
     SELECT $1 || '/' || n, $1, jsonb_build_object('kind', $3::text), now() + make_interval(secs => $4), 't', $5
     FROM generate_series(1, $2::integer) n`,
    [partyID, count, kind, leasedSeconds, attempts],
  );
}

/** Carries out the oldest commands of a party at a rate. */
function deliver(partyID: string, perSecond: number): NodeJS.Timeout {
  const oldest = `SELECT id FROM outbox WHERE party_id = $1 AND attempt_count < 5 ORDER BY id LIMIT $2::integer`;
  const remove = (): Promise<unknown> =>
    database.search(`DELETE FROM outbox WHERE id IN (${oldest})`, [partyID, perSecond / 5]);
  return setInterval(() => void remove().catch(() => undefined), 200);
}

/** Without counting, as for an invoice. */
function isAdmitted(partyID: string): boolean {
  try {
    admission.assertAdmitted('payer', partyID);
    return true;
  } catch {
    return false;
  }
}

async function untilAdmitted(partyID: string, expected: boolean): Promise<void> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; isAdmitted(partyID) !== expected && Date.now() < end;) {
    await sleep(50);
  }
  expect(isAdmitted(partyID)).toBe(expected);
}

test('a party is refused while its commands would wait longer than the limit at the measured rate, another party is not', async () => {
  await append('crowd', 100);
  await append('other', 1);
  const delivering = deliver('crowd', 10);
  try {
    await untilAdmitted('crowd', false);
    expect(() => admission.admit('payer', 'crowd')).toThrow('would wait too long');
    for (let number = 0; number < 10; number++) admission.admit('payer', 'other');
    await untilAdmitted('crowd', true);
    const [{ left } = { left: 0 }] = await database.search<{ left: number }>(
      `SELECT count(*)::integer AS left FROM outbox WHERE party_id = 'crowd'`,
      [],
    );
    // Four seconds of ten a second.
    expect(left).toBeGreaterThan(15);
    expect(left).toBeLessThan(70);
  } finally {
    clearInterval(delivering);
  }
});

test('payments admitted between two snapshots count', () => {
  let admitted = 0;
  const admit = (): void => {
    admission.admit('payer', 'burst');
    admitted++;
  };
  expect(() => {
    for (let call = 0; call < 10_000; call++) admit();
  }).toThrow('would wait too long');
  expect(admitted).toBeGreaterThan(64);
  expect(admitted).toBeLessThan(200);
  admission.admit('payer', 'other');
});

test('commands that end earlier work, and those in delivery, do not count', async () => {
  await append('ending', 300, { kind: 'signalWithStart' });
  await append('slow', 300, { leasedSeconds: 60 });
  await sleep(600);
  for (let look = 0; look < 3; look++) {
    expect([isAdmitted('ending'), isAdmitted('slow')]).toEqual([true, true]);
    await sleep(600);
  }
});

test('while none is carried out, as in an outage of Temporal, the expected wait is no limit', async () => {
  await append('waiting', 300);
  await untilAdmitted('waiting', false);
  await untilAdmitted('waiting', true);
  await sleep(1_000);
  expect(isAdmitted('waiting')).toBe(true);
});

test('one command that cannot be delivered does not lower the measured rate', async () => {
  await append('burst', 1, { attempts: 9 });
  const delivering = deliver('burst', 50);
  try {
    for (let round = 0; round < 6; round++) {
      await append('burst', 2);
      isAdmitted('reader');
      await sleep(600);
    }
  } finally {
    clearInterval(delivering);
  }
  await append('burst', 60);
  isAdmitted('reader');
  await sleep(700);
  expect(isAdmitted('burst')).toBe(true);
});
