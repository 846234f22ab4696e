import type { Withdrawal } from '../../domain/withdrawal/withdrawal';
import { getWithdrawalFee, type WithdrawalAmounts } from '../../domain/withdrawal/withdrawal';
import type { Redirect } from '../../domain/payment/user-interaction';
import { selectList, type Columns } from '../columns';
import { decrypt, encrypt, type EncryptionKeys } from '../secrets/encryption';

/** A withdrawal as it rests. */
export interface WithdrawalRow {
  id: string;
  /** Who asked. */
  partyID: string;
  /** Whose wallet it is. */
  ownerPartyID: string;
  identityID: string;
  walletID: string;
  destinationID: string;
  providerID: string;
  /** Who carries it out; null where nobody does. */
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
  /** What its owner must do now. */
  interaction: Redirect | null;
  eventCount: number;
}

export const WITHDRAWAL_COLUMNS: Columns<WithdrawalRow> = {
  id: 'id',
  partyID: 'party_id',
  ownerPartyID: 'owner_party_id',
  identityID: 'identity_id',
  walletID: 'wallet_id',
  destinationID: 'destination_id',
  providerID: 'provider_id',
  connector: 'connector',
  createdAt: 'created_at',
  amountMinor: 'amount',
  currency: 'currency',
  sourceMinor: 'source_amount',
  sourceCurrency: 'source_currency',
  destinationMinor: 'destination_amount',
  destinationCurrency: 'destination_currency',
  quoteCreatedAt: 'quote_created_at',
  quoteExpiresOn: 'quote_expires_on',
  encryptedPerson: 'encrypted_person',
  metadata: 'metadata',
  externalID: 'external_id',
  status: 'status',
  statusChangedAt: 'status_changed_at',
  failure: 'failure',
  connectorReference: 'connector_reference',
  interaction: 'interaction',
  eventCount: 'event_count',
};

/** The list for a SELECT of withdrawals `w`. */
export const WITHDRAWAL = selectList(WITHDRAWAL_COLUMNS, 'w');

/** Who receives the money: encrypted at rest. */
type Person = Pick<Withdrawal, 'customer' | 'billingAddress' | 'contactInfo'>;

/** Who receives a withdrawal: encrypted texts are bound to this purpose. */
export const WITHDRAWAL_PERSON = 'withdrawal-person';
const NOBODY: Person = { customer: null, billingAddress: null, contactInfo: null };

/** Encrypts who receives the money; null where nobody was named. */
export async function encryptPerson(person: Person, keys: EncryptionKeys): Promise<string | null> {
  const { customer, billingAddress, contactInfo } = person;
  if (!customer && !billingAddress && !contactInfo) return null;
  return encrypt(JSON.stringify({ customer, billingAddress, contactInfo } satisfies Person), WITHDRAWAL_PERSON, keys);
}

/** Opens who receives the money. */
export async function openPerson({ encryptedPerson }: WithdrawalRow, keys: EncryptionKeys): Promise<Person> {
  return encryptedPerson === null
    ? NOBODY
    : (JSON.parse(await decrypt(encryptedPerson, WITHDRAWAL_PERSON, keys)) as Person);
}

/** What a withdrawal's row says of its money. */
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

/** Opens a row. */
export async function fromWithdrawalRow(row: WithdrawalRow, keys: EncryptionKeys): Promise<Withdrawal> {
  const { id, partyID, walletID, destinationID, createdAt, metadata, externalID, status, failure } = row;
  const known = { id, partyID, walletID, destinationID, createdAt, metadata, externalID, status, failure };
  const body = { amountMinor: row.amountMinor, currency: row.currency };
  return {
    ...known,
    body,
    fee: getWithdrawalFee(toAmounts(row)),
    quote: toQuote(row),
    ...(await openPerson(row, keys)),
  };
}

function toQuote(row: WithdrawalRow): Withdrawal['quote'] {
  const { quoteCreatedAt, quoteExpiresOn } = row;
  if (!quoteCreatedAt || !quoteExpiresOn) return null;
  return { ...toAmounts(row), createdAt: quoteCreatedAt, expiresOn: quoteExpiresOn };
}

/** What leaves the wallet and what arrives, by the terms in force when the withdrawal was made. */
export function toAmounts(row: WithdrawalRow): WithdrawalAmounts {
  return {
    cashFrom: { amountMinor: row.sourceMinor, currency: row.sourceCurrency },
    cashTo: { amountMinor: row.destinationMinor, currency: row.destinationCurrency },
  };
}
