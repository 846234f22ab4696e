import type { PersonRowKind } from '../../../domain/operators/person/person';
import { statement, type Statement } from '../../postgres/database';
import { DESTINATION_DETAILS } from '../../wallets/destination/destination.table';
import { WITHDRAWAL_PERSON } from '../../wallets/withdrawal/withdrawal.table';

/** A row that may belong to the person. */
export interface CandidateRow {
  key: string[];
  /** Whether it belongs to a row that was found before, or is the selected one. */
  isRelated: boolean;
  contact: object | null;
  metadata: object | null;
  /** Encrypted personal data. */
  encrypted: string | null;
}

export interface CandidatePages {
  /** Parameters: erasure, customer or null, key to start after. */
  page: Statement<CandidateRow>;
  /** The purpose of the encrypted data. */
  purpose?: string;
}

/** Keeps a page to some tens of milliseconds. */
export const PAGE_ROWS = 1_000;

/** Starts before every key. */
export const FIRST_KEY = ['', ''];

const hasRow = (kind: PersonRowKind, key: string): string =>
  `EXISTS (SELECT FROM erasure_rows r WHERE r.erasure_id = $1 AND r.kind = '${kind}' AND r.key = ARRAY[${key}])`;

interface PageParts {
  key: readonly string[];
  isRelated: string;
  contact?: string;
  encrypted?: string;
}

function pageText(table: string, parts: PageParts): string {
  const { key, isRelated, contact = 'NULL::jsonb', encrypted = 'NULL::text' } = parts;
  const columns = key.join(', ');
  const after = key.map((_, index) => `($3::text[])[${index + 1}]`).join(', ');
  // PostgreSQL needs every parameter in every text.
  return `SELECT ARRAY[${columns}] AS key, (${isRelated}) IS TRUE AS "isRelated", nullif(${contact}, 'null'::jsonb) AS contact,
       nullif(t.metadata, 'null'::jsonb) AS metadata,
       nullif(${encrypted}, '') AS encrypted
     FROM ${table} t WHERE (${columns}) > (${after}) AND $1::text IS NOT NULL AND ($2::text IS NULL OR true)
     ORDER BY ${columns} LIMIT ${PAGE_ROWS}`;
}

/** How each kind of rows is searched. */
export const CANDIDATES: Readonly<Record<PersonRowKind, CandidatePages>> = {
  customer: {
    page: statement<CandidateRow>(
      'person-customer-page',
      pageText('customers', { key: ['t.id'], isRelated: 't.id = $2', contact: 't.contact_info' }),
    ),
  },
  payment: {
    page: statement<CandidateRow>(
      'person-payment-page',
      pageText('payments', {
        key: ['t.invoice_id', 't.id'],
        isRelated: hasRow('customer', 't.customer_id'),
        contact: `t.payer -> 'contactInfo'`,
      }),
    ),
  },
  invoice: {
    page: statement<CandidateRow>(
      'person-invoice-page',
      pageText('invoices', {
        key: ['t.id'],
        isRelated: `EXISTS (SELECT FROM payments p JOIN erasure_rows r
        ON r.erasure_id = $1 AND r.kind = 'payment' AND r.key = ARRAY[p.invoice_id, p.id] WHERE p.invoice_id = t.id)`,
      }),
    ),
  },
  identity: {
    page: statement<CandidateRow>(
      'person-identity-page',
      pageText('identities', { key: ['t.id'], isRelated: 'false' }),
    ),
  },
  destination: {
    page: statement<CandidateRow>(
      'person-destination-page',
      pageText('destinations', {
        key: ['t.id'],
        isRelated: hasRow('identity', 't.identity_id'),
        encrypted: 't.encrypted_details',
      }),
    ),
    purpose: DESTINATION_DETAILS,
  },
  withdrawal: {
    page: statement<CandidateRow>(
      'person-withdrawal-page',
      pageText('withdrawals', {
        key: ['t.id'],
        isRelated: hasRow('destination', 't.destination_id'),
        encrypted: 't.encrypted_person',
      }),
    ),
    purpose: WITHDRAWAL_PERSON,
  },
};
