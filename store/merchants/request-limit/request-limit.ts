import { auditWithin } from '../../platform/audit/audited';
import { statement } from '../../postgres/database';
import type { Store } from '../../store';

/** Limits of one party, in requests a second for each API key and each payer token. */
export interface RequestLimit {
  partyID: string;
  /** Null: the default. */
  perKey: number | null;
  perToken: number | null;
}

const REQUEST_LIMIT = `party_id AS "partyID", per_key AS "perKey", per_token AS "perToken"`;

const LIST = statement<RequestLimit>(
  'request-limit-list',
  `SELECT ${REQUEST_LIMIT} FROM request_limits ORDER BY party_id`,
);

export async function listRequestLimits({ database }: Pick<Store, 'database'>): Promise<RequestLimit[]> {
  return database.run(LIST, []);
}

const SET = statement<RequestLimit>(
  'request-limit-set',
  `INSERT INTO request_limits (party_id, per_key, per_token) VALUES ($1, $2, $3)
   ON CONFLICT (party_id) DO UPDATE SET per_key = excluded.per_key, per_token = excluded.per_token
     WHERE (request_limits.per_key, request_limits.per_token) IS DISTINCT FROM (excluded.per_key, excluded.per_token)
   RETURNING ${REQUEST_LIMIT}`,
);
const REMOVE = statement<RequestLimit>(
  'request-limit-remove',
  `DELETE FROM request_limits WHERE party_id = $1 RETURNING ${REQUEST_LIMIT}`,
);

/** Sets a party's limits, or removes them if both are null. API processes notice within seconds. */
export async function setRequestLimit({ database, origin }: Store, limit: RequestLimit): Promise<RequestLimit> {
  const { partyID, perKey, perToken } = limit;
  const isRemoved = perKey === null && perToken === null;
  return database.transaction(async (tx) => {
    const changed = isRemoved
      ? await database.run(REMOVE, [partyID], tx)
      : await database.run(SET, [partyID, perKey, perToken], tx);
    if (changed.length === 0) return limit;
    const after = { requestsPerKey: perKey, requestsPerToken: perToken };
    await auditWithin(database, origin, [{ type: 'party', id: partyID, after }], tx);
    return limit;
  });
}
