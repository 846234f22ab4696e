import type { Withdrawal } from '../../../domain/wallets/withdrawal/withdrawal';
import { getWithdrawalFee, type WithdrawalAmounts } from '../../../domain/wallets/withdrawal/withdrawal';
import type { Redirect } from '../../../domain/payments/payment/user-interaction';
import { columnsOf, selectList } from '../../postgres/columns';
import { decrypt, encrypt, type EncryptionKeys } from '../../../security/encryption';

export interface WithdrawalRow {
  id: string;
  partyID: string;
  ownerPartyID: string;
  identityID: string;
  walletID: string;
  destinationID: string;
  providerID: string;
  /** Null if no route was found. */
  connector: string | null;
  createdAt: Date;
  amountMinor: bigint;
  currency: string;
  sourceMinor: bigint;
  sourceCurrency: string;
  destinationMinor: bigint;
  destinationCurrency: string;
  quoteCreatedAt: Date | null;
  quoteExpiresOn: Date | null;
  encryptedPerson: string | null;
  metadata: object | null;
  externalID: string | null;
  status: Withdrawal['status'];
  statusChangedAt: Date;
  failure: Withdrawal['failure'];
  connectorReference: string | null;
  interaction: Redirect | null;
  /** When it was first sent, if its connector forgets operation ids. */
  sentAt: Date | null;
  /** When the connector accepted it, with the result to come by `resultDueAt`. */
  acceptedAt: Date | null;
  resultDueAt: Date | null;
  /** When a succeeded payout came back. */
  returnedAt: Date | null;
  eventCount: number;
}

export const WITHDRAWAL_COLUMNS = columnsOf<WithdrawalRow>()(
  [
    'id partyID ownerPartyID identityID walletID destinationID providerID connector createdAt amountMinor',
    'currency sourceMinor sourceCurrency destinationMinor destinationCurrency quoteCreatedAt quoteExpiresOn',
    'encryptedPerson metadata externalID status statusChangedAt failure connectorReference interaction sentAt',
    'acceptedAt resultDueAt returnedAt eventCount',
  ],
  { sourceMinor: 'source_amount', destinationMinor: 'destination_amount' },
);

export const WITHDRAWAL = selectList(WITHDRAWAL_COLUMNS, 'w');

type Person = Pick<Withdrawal, 'customer' | 'billingAddress' | 'contactInfo'>;

export const WITHDRAWAL_PERSON = 'withdrawal-person';
const NO_PERSON: Person = { customer: null, billingAddress: null, contactInfo: null };

export async function encryptPerson(person: Person, keys: EncryptionKeys): Promise<string | null> {
  const { customer, billingAddress, contactInfo } = person;
  if (!customer && !billingAddress && !contactInfo) return null;
  return encrypt(JSON.stringify({ customer, billingAddress, contactInfo } satisfies Person), WITHDRAWAL_PERSON, keys);
}

export async function decryptPerson({ encryptedPerson }: WithdrawalRow, keys: EncryptionKeys): Promise<Person> {
  return encryptedPerson === null
    ? NO_PERSON
    : (JSON.parse(await decrypt(encryptedPerson, WITHDRAWAL_PERSON, keys)) as Person);
}

export function cashColumns({ body, cash, quote }: Pick<Withdrawal, 'body' | 'quote'> & { cash: WithdrawalAmounts }) {
  return {
    amountMinor: body.amountMinor,
    currency: body.currency,
    sourceMinor: cash.cashFrom.amountMinor,
    sourceCurrency: cash.cashFrom.currency,
    destinationMinor: cash.cashTo.amountMinor,
    destinationCurrency: cash.cashTo.currency,
    quoteCreatedAt: quote?.createdAt ?? null,
    quoteExpiresOn: quote?.expiresOn ?? null,
  };
}

export async function fromWithdrawalRow(row: WithdrawalRow, keys: EncryptionKeys): Promise<Withdrawal> {
  const { id, partyID, walletID, destinationID, createdAt, metadata, externalID, status, failure } = row;
  const known = { id, partyID, walletID, destinationID, createdAt, metadata, externalID, status, failure };
  const body = { amountMinor: row.amountMinor, currency: row.currency };
  return {
    ...known,
    body,
    fee: getWithdrawalFee(toAmounts(row)),
    quote: toQuote(row),
    ...(await decryptPerson(row, keys)),
  };
}

function toQuote(row: WithdrawalRow): Withdrawal['quote'] {
  const { quoteCreatedAt, quoteExpiresOn } = row;
  if (!quoteCreatedAt || !quoteExpiresOn) return null;
  return { ...toAmounts(row), createdAt: quoteCreatedAt, expiresOn: quoteExpiresOn };
}

/** Amounts that leave the wallet and arrive, by the terms at creation. */
export function toAmounts(row: WithdrawalRow): WithdrawalAmounts {
  return {
    cashFrom: { amountMinor: row.sourceMinor, currency: row.sourceCurrency },
    cashTo: { amountMinor: row.destinationMinor, currency: row.destinationCurrency },
  };
}
