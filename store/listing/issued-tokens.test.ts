import { parseRfc3339 } from '../../domain/rfc3339/rfc3339';
import { freshDatabase } from '../../tests/harness/database';
import { listDepositAdjustments, listDepositReverts, listDeposits } from '../deposit/deposit.queries';
import { listDestinations } from '../destination/destination.queries';
import { listIdentities } from '../identity/identity.queries';
import { searchInvoices } from '../search/invoices.search';
import { searchPayments } from '../search/payments.search';
import { openStore, type Store } from '../store';
import { listWallets } from '../wallet/wallet.queries';
import { listWithdrawals } from '../withdrawal/withdrawal.queries';
import { continuationToken, type ListPlace } from './continuation-token';

let store: Store;

beforeAll(async () => {
  store = openStore({ DATABASE_URL: await freshDatabase(), ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') }, 1);
});

afterAll(() => store?.database.close());

/** What follows the first 16 bytes, which bind it together with the question: the place to go on from. */
const PLACE = 'siMjAyNi0wMy0wNFQwNTowNjowNy4xMjM0NTZaIiwicm93LTEiXQ';
const PLACE_OF_PAYMENT = 'siMjAyNi0wMy0wNFQwNTowNjowNy4xMjM0NTZaIiwiaW52b2ljZS0xL3Jvdy0xIl0';

const createdAt = moment('2026-03-04T05:06:07.123456Z');
const createdAtFrom = moment('2026-01-02T03:04:05.000001Z');
const createdAtTo = moment('2026-05-01T00:00:00Z');
const span = { createdAtFrom, createdAtTo, amountFromMinor: 1n, amountToMinor: 200n, currencyID: 'RUB' };

type Asked = { limit: number; continuationToken: string };
type Asking = (asked: Asked & { partyID: string } & { shopID: string; from: Date; to: Date }) => Promise<object>;

const LISTS: Record<string, [token: string, ask: Asking]> = {
  identities: [
    `_DlAW3mdbsqvqvBb3q1CWV${PLACE}`,
    (asked) => listIdentities(store, { ...asked, providerID: 'provider' }),
  ],
  wallets: [
    `vgjVkc8WThEHIDwf7wm82F${PLACE}`,
    (asked) => listWallets(store, { ...asked, identityID: 'identity', currencyID: 'RUB' }),
  ],
  destinations: [
    `ZDUCTjJ-zQvKxp0RnPQI_1${PLACE}`,
    (asked) => listDestinations(store, { ...asked, identityID: 'identity' }),
  ],
  'withdrawals without filters': [`PDcojAzE4PhK3cUiR6eve1${PLACE}`, (asked) => listWithdrawals(store, asked)],
  withdrawals: [
    `OyxQCHDnDxVEL2qkAZGJJl${PLACE}`,
    (asked) => listWithdrawals(store, { ...asked, walletID: 'wallet', status: 'Pending', ...span }),
  ],
  deposits: [
    `7RL8BdrhLDLNWQGrggx-R1${PLACE}`,
    (asked) => listDeposits(store, { ...asked, depositID: 'deposit', revertStatus: 'Partial', ...span }),
  ],
  'reverts of deposits': [
    `2oOs50zbpo3v3PbIE8JEn1${PLACE}`,
    (asked) => listDepositReverts(store, { ...asked, depositID: 'deposit', createdAtTo }),
  ],
  'adjustments of deposits': [
    `qf6LvQs35AnrtYgKs9fD-V${PLACE}`,
    (asked) => listDepositAdjustments(store, { ...asked, sourceID: 'source', status: 'Succeeded' }),
  ],
  payments: [
    `Ijkr1M6SNqcRQVWxKmqOoF${PLACE_OF_PAYMENT}`,
    ({ partyID: _, ...asked }) => {
      const card = { last4: '42', amountMinor: 300n, invoiceID: 'invoice-1' };
      return searchPayments(store, { ...asked, conditions: { status: 'captured', flow: undefined, ...card } });
    },
  ],
  invoices: [
    `b05Hf7bDQ6qrK9RDVkQX91${PLACE}`,
    ({ partyID: _, ...asked }) => {
      const payment = { payerEmail: 'a@example.com', amountMinor: 500n };
      return searchInvoices(store, { ...asked, invoiceID: undefined, status: 'paid', amountMinor: 500n, payment });
    },
  ],
};

/** Written out, because callers keep tokens over a release: whoever goes on in a list shall not meet a refusal. */
test.each(Object.entries(LISTS))(
  'a token that was once given for %s is good for the same question only',
  async (_, [token, ask]) => {
    const asked = { partyID: 'party', shopID: 'shop', from: createdAtFrom, to: createdAtTo, limit: 1 };
    await expect(ask({ ...asked, continuationToken: token })).resolves.toEqual({ rows: [] });
    const other = { ...asked, partyID: 'other', shopID: 'other', continuationToken: token };
    await expect(ask(other)).rejects.toMatchObject({ code: 'badToken' });
  },
);

test('a token is written as it always was', () => {
  const place: ListPlace = { createdAt, id: 'row-1' };
  const question = '["withdrawal-list","party",[],null]';
  expect(continuationToken(place, question, store.encryptionKeys)).toBe(`PDcojAzE4PhK3cUiR6eve1${PLACE}`);
});

function moment(text: string): Date {
  const read = parseRfc3339(text);
  if (!read) throw new Error(`${text} is no moment`);
  return read;
}
