import {
  observeHealth,
  type AccountHealth,
  type CircuitSettings,
  type ObservedRequests,
} from '../../../domain/payments/connector-account/account-health';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { statement, type Database } from '../../postgres/database';
import { listAll } from '../../postgres/readers';

/** Locks the row of an account, which it creates. */
const LOCK = statement<AccountHealth>(
  'connector-account-health-lock',
  `INSERT INTO connector_account_health (account, request_count, failure_count, observed_at) VALUES ($1, 0, 0, now())
   ON CONFLICT (account) DO UPDATE SET account = EXCLUDED.account
   RETURNING request_count AS "requestCount", failure_count AS "failureCount", observed_at AS "observedAt",
     passed_over_until AS "passedOverUntil"`,
);

const WRITE = statement(
  'connector-account-health-write',
  `UPDATE connector_account_health SET request_count = $2, failure_count = $3, observed_at = $4, passed_over_until = $5
   WHERE account = $1`,
);

/** Adds the requests of one process to the health of an account. */
export async function recordRequests(
  database: Database,
  { account, observed }: { account: string; observed: ObservedRequests },
  settings: CircuitSettings,
): Promise<{ before: AccountHealth | undefined; after: AccountHealth }> {
  return database.transaction(async (tx) => {
    const [before] = await database.run(LOCK, [account], tx);
    const after = observeHealth(before, { observed, now: new Date() }, settings);
    const { requestCount, failureCount, observedAt, passedOverUntil } = after;
    const until = passedOverUntil && rfc3339Text(passedOverUntil);
    await database.run(WRITE, [account, requestCount, failureCount, rfc3339Text(observedAt), until], tx);
    return { before, after };
  });
}

const LIST = statement<{ account: string; isPassedOver: boolean }>(
  'connector-account-health-list',
  `SELECT account, coalesce(passed_over_until > now(), false) AS "isPassedOver" FROM connector_account_health`,
);

/** All accounts with requests so far, and which of them are passed over now. */
export const listHealthOfAccounts = listAll(LIST);
