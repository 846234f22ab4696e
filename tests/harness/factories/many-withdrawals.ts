import { withClient } from '../../../scripts/services/postgres-client';

export interface ManyWithdrawals {
  /** The prefix of ids: `NAME-1`, `NAME-2` … */
  name: string;
  wallet: string;
  destination: string;
  /** The first withdrawal is created `everyMs` after it. */
  from: Date;
  count: number;
  everyMs: number;
  /** Drops indexes that reports do not use, which halves the time. */
  isForReportsOnly?: boolean;
}

const INDEXES_BESIDE_REPORTS = ['external_id', 'party_created', 'wallet_created', 'destination_id', 'provider_id'];

/** Inserts withdrawals of one wallet as rows, without foreign key checks. */
export async function seedWithdrawals(databaseUrl: string, given: ManyWithdrawals): Promise<void> {
  const { name, wallet, destination, from, count, everyMs } = given;
  await withClient(databaseUrl, async (client) => {
    await client.query('SET session_replication_role = replica');
    if (given.isForReportsOnly) {
      const names = INDEXES_BESIDE_REPORTS.map((index) => `withdrawals_${index}`);
      await client.query(`DROP INDEX IF EXISTS ${names.join(', ')}`);
    }
    await client.query(
      `INSERT INTO withdrawals (id, party_id, owner_party_id, identity_id, wallet_id, destination_id, provider_id,
         created_at, amount, currency, source_amount, source_currency, destination_amount, destination_currency, external_id, status,
         status_changed_at, failure)
       SELECT $1 || '-' || n, w.party_id, w.party_id, w.identity_id, w.id, $3, w.provider_id,
         $4::timestamptz + n * $5::double precision * interval '1 millisecond', n, 'RUB', n, 'RUB', n, 'RUB',
         '=1+' || $1 || n, 'Failed', now(), '{"code": "RejectedByIssuer"}'
       FROM wallets w, generate_series(1, $6::integer) n WHERE w.id = $2`,
      [name, wallet, destination, from.toISOString(), everyMs, count],
    );
    await client.query('ANALYZE withdrawals');
  });
}
