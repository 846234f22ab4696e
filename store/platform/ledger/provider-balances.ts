import { statement } from '../../postgres/database';
import { listAll } from '../../postgres/readers';
import type { Account } from './ledger';

/** The provider's own accounts, on which deposits, payments, withdrawals and payouts draw. */
export type ProviderAccountKind = Extract<Account['kind'], 'source' | 'connector' | 'bank' | 'exchange'>;

/** What one of the provider's accounts has; those of a connector are summed. */
export interface ProviderAccountBalance {
  kind: ProviderAccountKind;
  /** The source, connector or wallet provider; empty for the bank. */
  id: string;
  /** Of a source. */
  name: string | null;
  currency: string;
  /** Credits less debits. */
  ownMinor: bigint;
  /** Held on the account, to be debited. */
  heldMinor: bigint;
}

const LIST = statement<ProviderAccountBalance>(
  'ledger-provider-balances',
  `SELECT b.kind, coalesce(b.id, '') AS id, s.name, b.currency, b.own AS "ownMinor", b.held AS "heldMinor"
   FROM (
     SELECT kind, CASE WHEN kind = 'bank' THEN '' ELSE split_part(id, '/', 2) END AS id, currency,
       sum(credits_posted - debits_posted)::int8 AS own, sum(debits_pending)::int8 AS held
     FROM ledger_accounts WHERE kind IN ('source', 'connector', 'bank', 'exchange') GROUP BY 1, 2, 3
   ) b LEFT JOIN sources s ON b.kind = 'source' AND s.id = b.id
   ORDER BY b.kind, b.id, b.currency LIMIT 1000`,
);

export const listProviderBalances = listAll(LIST);
