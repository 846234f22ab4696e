import type { Withdrawal } from '../../domain/withdrawal/withdrawal';
import { feeOfCash, type CashFlow } from '../../domain/withdrawal/withdrawal';
import type { Redirect } from '../../domain/payment/user-interaction';
import { selectList, type Columns } from '../columns';
import { open, seal, type EncryptionKey } from '../secrets/seal';

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
  takenMinor: bigint;
  takenCurrency: string;
  givenMinor: bigint;
  givenCurrency: string;
  quoteCreatedAt: Date | null;
  quoteExpiresOn: Date | null;
  personSealed: string | null;
  metadata: object | null;
  externalID: string | null;
  status: Withdrawal['status'];
  statusChangedAt: Date;
  failure: Withdrawal['failure'];
  providerReference: string | null;
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
  takenMinor: 'taken_amount',
  takenCurrency: 'taken_currency',
  givenMinor: 'given_amount',
  givenCurrency: 'given_currency',
  quoteCreatedAt: 'quote_created_at',
  quoteExpiresOn: 'quote_expires_on',
  personSealed: 'person_sealed',
  metadata: 'metadata',
  externalID: 'external_id',
  status: 'status',
  statusChangedAt: 'status_changed_at',
  failure: 'failure',
  providerReference: 'provider_reference',
  interaction: 'interaction',
  eventCount: 'event_count',
};

/** The list for a SELECT of withdrawals `w`. */
export const WITHDRAWAL = selectList(WITHDRAWAL_COLUMNS, 'w');

/** Who receives the money: sealed at rest. */
type Person = Pick<Withdrawal, 'customer' | 'billingAddress' | 'contactInfo'>;

const PERSON = 'withdrawal-person';
const NOBODY: Person = { customer: null, billingAddress: null, contactInfo: null };

/** Seals who receives the money; null where nobody was named. */
export async function sealPerson(person: Person, key: EncryptionKey): Promise<string | null> {
  const { customer, billingAddress, contactInfo } = person;
  if (!customer && !billingAddress && !contactInfo) return null;
  return seal(JSON.stringify({ customer, billingAddress, contactInfo } satisfies Person), PERSON, key);
}

/** Opens who receives the money. */
export async function openPerson({ personSealed }: WithdrawalRow, key: EncryptionKey): Promise<Person> {
  return personSealed === null ? NOBODY : (JSON.parse(await open(personSealed, PERSON, key)) as Person);
}

/** What a withdrawal's row says of its money. */
export function cashColumns({ body, cash, quote }: Pick<Withdrawal, 'body' | 'quote'> & { cash: CashFlow }) {
  return {
    amountMinor: body.amountMinor,
    currency: body.currency,
    takenMinor: cash.cashFrom.amountMinor,
    takenCurrency: cash.cashFrom.currency,
    givenMinor: cash.cashTo.amountMinor,
    givenCurrency: cash.cashTo.currency,
    quoteCreatedAt: quote?.createdAt ?? null,
    quoteExpiresOn: quote?.expiresOn ?? null,
  };
}

/** Opens a row. */
export async function fromWithdrawalRow(row: WithdrawalRow, key: EncryptionKey): Promise<Withdrawal> {
  const { id, partyID, walletID, destinationID, createdAt, metadata, externalID, status, failure } = row;
  const known = { id, partyID, walletID, destinationID, createdAt, metadata, externalID, status, failure };
  const body = { amountMinor: row.amountMinor, currency: row.currency };
  return { ...known, body, fee: feeOfCash(cashOf(row)), quote: quoteOf(row), ...(await openPerson(row, key)) };
}

function quoteOf(row: WithdrawalRow): Withdrawal['quote'] {
  const { quoteCreatedAt, quoteExpiresOn } = row;
  if (!quoteCreatedAt || !quoteExpiresOn) return null;
  return { ...cashOf(row), createdAt: quoteCreatedAt, expiresOn: quoteExpiresOn };
}

/** What leaves the wallet and what arrives, by the terms in force when the withdrawal was made. */
export function cashOf(row: WithdrawalRow): CashFlow {
  return {
    cashFrom: { amountMinor: row.takenMinor, currency: row.takenCurrency },
    cashTo: { amountMinor: row.givenMinor, currency: row.givenCurrency },
  };
}
