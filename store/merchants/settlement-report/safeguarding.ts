import { statement } from '../../postgres/database';
import { listAll } from '../../postgres/readers';

/** The money of others in one currency, and where it is. */
export interface Safeguarding {
  currency: string;
  /** What merchants and owners of wallets have; a balance below zero covers no other. */
  owedMinor: string;
  /** What acquirers owe, the bank has and sources of deposits gave. */
  heldMinor: string;
  /** What is missing; zero if all is covered. */
  shortfallMinor: string;
}

/** Accounts of a shop and a currency are one balance: its stripes, its reserve, and what is on its way. */
const READ = statement<Safeguarding>(
  'safeguarding',
  `WITH balances AS (
     SELECT currency, sum(credits_posted - debits_posted) AS balance
     FROM ledger_accounts WHERE kind IN ('settlement', 'reserve', 'inTransit', 'wallet')
     GROUP BY currency, kind = 'wallet', split_part(id, '/', 2)
   ), owed AS (
     SELECT currency, sum(greatest(balance, 0)) AS amount FROM balances GROUP BY currency
   ), held AS (
     SELECT currency, sum(debits_posted - credits_posted) AS amount FROM ledger_accounts
     WHERE kind IN ('connector', 'bank', 'source') GROUP BY currency
   )
   SELECT currency, owed.amount::text AS "owedMinor", coalesce(held.amount, 0)::text AS "heldMinor",
     greatest(owed.amount - coalesce(held.amount, 0), 0)::text AS "shortfallMinor"
   FROM owed LEFT JOIN held USING (currency) ORDER BY currency`,
);

/** Whether the money of merchants is at acquirers and at the bank, by currency. */
export const readSafeguarding = listAll(READ);
