import { freshDatabase } from '../../../tests/harness/database';
import { openStore, type Store } from '../../store';
import { listWithdrawals, type WithdrawalQuery } from '../../wallets/withdrawal/withdrawal.queries';

let store: Store;

beforeAll(async () => {
  // One connection, so that the inspected connection is the one that was used.
  store = openStore({ DATABASE_URL: await freshDatabase(), ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') }, 1);
});

afterAll(() => store?.database.close());

const FILTERS: Partial<WithdrawalQuery> = {
  walletID: 'wallet',
  identityID: 'identity',
  withdrawalID: 'withdrawal',
  destinationID: 'destination',
  externalID: 'order-1',
  status: 'Pending',
  createdAtFrom: new Date(0),
  createdAtTo: new Date(),
  amountFromMinor: 1n,
  amountToMinor: 2n,
  currencyID: 'RUB',
};

function* combinations(): Generator<Partial<WithdrawalQuery>> {
  const fields = Object.entries(FILTERS);
  for (let chosen = 0; chosen < 2 ** fields.length; chosen++) {
    yield Object.fromEntries(fields.filter((_, place) => chosen & (1 << place)));
  }
}

interface Usage {
  statements: number;
  bytes: bigint;
}

async function readUsage(): Promise<Usage> {
  const text = `SELECT (SELECT count(*)::integer FROM pg_prepared_statements) AS statements,
    (SELECT sum(total_bytes)::bigint FROM pg_backend_memory_contexts) AS bytes`;
  const [row] = await store.database.search<Usage>(text, []);
  if (!row) throw new Error('the query returned no row');
  return row;
}

test('listing by every combination of filters prepares no statements and keeps no memory', async () => {
  await listWithdrawals(store, { partyID: 'party', limit: 1, ...FILTERS });
  const before = await readUsage();
  let count = 0;
  for (const filters of combinations()) {
    await listWithdrawals(store, { partyID: 'party', limit: 1, ...filters });
    count++;
  }
  const after = await readUsage();
  expect(count).toBe(2_048);
  expect(after.statements - before.statements).toBeLessThanOrEqual(3);
  expect(after.bytes - before.bytes).toBeLessThan(1_000_000n);
});
