import { parseRfc3339 } from '../../../domain/platform/rfc3339/rfc3339';
import { freshDatabase } from '../../../tests/harness/database';
import { listDepositAdjustments, listDepositReverts, listDeposits } from '../../wallets/deposit/deposit.queries';
import { listDestinations } from '../../wallets/destination/destination.queries';
import { listIdentities } from '../../wallets/identity/identity.queries';
import { searchInvoices } from '../../operators/search/invoices.search';
import { searchPayments } from '../../operators/search/payments.search';
import { openStore, type Store } from '../../store';
import { listWallets } from '../../wallets/wallet/wallet.queries';
import { listWithdrawals } from '../../wallets/withdrawal/withdrawal.queries';
import { continuationToken, type ListPlace } from './continuation-token';

let store: Store;

beforeAll(async () => {
  store = openStore({ DATABASE_URL: await freshDatabase(), ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') }, 1);
});

afterAll(() => store?.database.close());

/** The cursor after the first 16 bytes, which bind it to the query. */
const PLACE = 'siMjAyNi0wMy0wNFQwNTowNjowNy4xMjM0NTZaIiwicm93LTEiXQ';
const PLACE_OF_PAYMENT = 'siMjAyNi0wMy0wNFQwNTowNjowNy4xMjM0NTZaIiwiaW52b2ljZS0xL3Jvdy0xIl0';

const createdAt = moment('2026-03-04T05:06:07.123456Z');
const createdAtFrom = moment('2026-01-02T03:04:05.000001Z');
const createdAtTo = moment('2026-05-01T00:00:00Z');
const span = { createdAtFrom, createdAtTo, amountFromMinor: 1n, amountToMinor: 200n, currencyID: 'RUB' };

type Asked = { limit: number; continuationToken: string };
type Asking = (requested: Asked & { partyID: string } & { shopID: string; from: Date; to: Date }) => Promise<object>;

const LISTS: Record<string, [token: string, ask: Asking]> = {
  identities: [
    `_DlAW3mdbsqvqvBb3q1CWV${PLACE}`,
    (requested) => listIdentities(store, { ...requested, providerID: 'provider' }),
  ],
  wallets: [
    `vgjVkc8WThEHIDwf7wm82F${PLACE}`,
    (requested) => listWallets(store, { ...requested, identityID: 'identity', currencyID: 'RUB' }),
  ],
  destinations: [
    `ZDUCTjJ-zQvKxp0RnPQI_1${PLACE}`,
    (requested) => listDestinations(store, { ...requested, identityID: 'identity' }),
  ],
  'withdrawals without filters': [`PDcojAzE4PhK3cUiR6eve1${PLACE}`, (requested) => listWithdrawals(store, requested)],
  withdrawals: [
    `OyxQCHDnDxVEL2qkAZGJJl${PLACE}`,
    (requested) => listWithdrawals(store, { ...requested, walletID: 'wallet', status: 'Pending', ...span }),
  ],
  deposits: [
    `7RL8BdrhLDLNWQGrggx-R1${PLACE}`,
    (requested) => listDeposits(store, { ...requested, depositID: 'deposit', revertStatus: 'Partial', ...span }),
  ],
  'reverts of deposits': [
    `2oOs50zbpo3v3PbIE8JEn1${PLACE}`,
    (requested) => listDepositReverts(store, { ...requested, depositID: 'deposit', createdAtTo }),
  ],
  'adjustments of deposits': [
    `qf6LvQs35AnrtYgKs9fD-V${PLACE}`,
    (requested) => listDepositAdjustments(store, { ...requested, sourceID: 'source', status: 'Succeeded' }),
  ],
  payments: [
    `Ijkr1M6SNqcRQVWxKmqOoF${PLACE_OF_PAYMENT}`,
    ({ partyID: _, ...requested }) => {
      const card = { last4: '42', amountMinor: 300n, invoiceID: 'invoice-1' };
      return searchPayments(store, { ...requested, conditions: { status: 'captured', flow: undefined, ...card } });
    },
  ],
  invoices: [
    `b05Hf7bDQ6qrK9RDVkQX91${PLACE}`,
    ({ partyID: _, ...requested }) => {
      const payment = { payerEmail: 'a@example.com', amountMinor: 500n };
      return searchInvoices(store, { ...requested, invoiceID: undefined, status: 'paid', amountMinor: 500n, payment });
    },
  ],
};

/** Literal tokens, because callers keep tokens across a release, and a kept token must stay valid. */
test.each(Object.entries(LISTS))(
  'a token that was once given for %s is good for the same question only',
  async (_, [token, ask]) => {
    const requested = { partyID: 'party', shopID: 'shop', from: createdAtFrom, to: createdAtTo, limit: 1 };
    await expect(ask({ ...requested, continuationToken: token })).resolves.toEqual({ rows: [] });
    const other = { ...requested, partyID: 'other', shopID: 'other', continuationToken: token };
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
