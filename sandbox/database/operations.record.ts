import type { Client, Pool, PoolClient } from 'pg';
import type { Bound } from '../../runtime/postgres/prepared-query';
import { sendTogether } from '../../runtime/postgres/send-together';
import type { AuthorisationState, Decision, PaymentSums } from '../operations/rules';
import type { AnsweredOperation, NewOperation, OperationRow } from './rows';

/** Records attempt, operation and effect in one statement; for a known operation only the attempt. */
const insertStatement = {
  name: 'insert-operation',
  text: `
    WITH attempt AS (INSERT INTO attempts (operation_id) SELECT $1 WHERE $18),
    operation AS (
      INSERT INTO operations (operation_id, kind, authorisation_id, request_hash, amount, currency, status, failure,
        make_recurrent, scenario, tool_hash, page, page_token, pay_code, interaction, expires_at, callback_url, taken, decided_at,
        pending_until, returned_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $20,
        CASE WHEN $7 <> 'interactionRequired' THEN now() + make_interval(secs => coalesce($21::float8, 0) / 1000) END,
        now() + make_interval(secs => $21::float8 / 1000),
        now() + make_interval(secs => (coalesce($21::float8, 0) + $22::float8) / 1000))
      ON CONFLICT (operation_id) DO NOTHING
      RETURNING *
    ),
    effect AS (
      INSERT INTO effects (operation_id, authorisation_id, kind, amount)
      SELECT operation_id, coalesce(authorisation_id, operation_id), kind, $19::bigint FROM operation
      WHERE $19::bigint IS NOT NULL
    ),
    callback AS (
      INSERT INTO callbacks (operation_id, url, next_attempt_at)
      SELECT o.operation_id, coalesce(o.callback_url, a.callback_url), coalesce(o.pending_until, o.returned_at)
      FROM operation o LEFT JOIN operations a ON a.operation_id = o.authorisation_id
      WHERE coalesce(o.pending_until, o.returned_at) IS NOT NULL AND coalesce(o.callback_url, a.callback_url) IS NOT NULL
    )
    SELECT operation_id, kind, authorisation_id, amount, currency, status, failure, taken, make_recurrent, scenario, interaction, pending_until, returned_at
    FROM operation`,
};

/** Stores an operation; undefined if its id exists. */
export async function insertOperation(
  pool: Pool,
  operation: NewOperation,
  options: { isAttemptRecorded: boolean },
): Promise<AnsweredOperation | undefined> {
  const { rows } = await pool.query<AnsweredOperation>(insertion(operation, options));
  return rows[0];
}

function insertion(operation: NewOperation, options: { isAttemptRecorded: boolean }) {
  return {
    ...insertStatement,
    values: [
      operation.operationID,
      operation.kind,
      operation.authorisationID ?? null,
      operation.requestHash,
      operation.amount?.toString() ?? null,
      operation.currency ?? null,
      operation.status,
      operation.failure ?? null,
      operation.makeRecurrent ?? false,
      operation.scenario ? JSON.stringify(operation.scenario) : null,
      operation.toolHash ?? null,
      operation.page ? JSON.stringify(operation.page) : null,
      operation.pageToken ?? null,
      operation.payCode ?? null,
      operation.interaction ? JSON.stringify(operation.interaction) : null,
      operation.expiresAt ?? null,
      operation.callbackUrl ?? null,
      options.isAttemptRecorded,
      operation.effect?.toString() ?? null,
      operation.taken?.toString() ?? null,
      operation.pendingMs ?? null,
      operation.returnedAfterMs ?? null,
    ],
  };
}

/** Records an attempt and returns their number. */
export async function recordAttempt(pool: Pool, operationID: string): Promise<number> {
  await pool.query('INSERT INTO attempts (operation_id) VALUES ($1)', [operationID]);
  const { rows } = await pool.query<{ count: number }>({
    name: 'count-attempts',
    text: 'SELECT count(*)::integer AS count FROM attempts WHERE operation_id = $1',
    values: [operationID],
  });
  return rows[0]?.count ?? 0;
}

export async function findOperation(pool: Pool, operationID: string): Promise<OperationRow | undefined> {
  const { rows } = await pool.query<OperationRow>({
    name: 'find-operation',
    text: 'SELECT * FROM operations WHERE operation_id = $1',
    values: [operationID],
  });
  return rows[0];
}

export interface LockedAuthorisation extends AuthorisationState {
  /** The requested amount in minor units. */
  amount: bigint;
}

/** A later operation and the function that decides it. */
export interface SandboxFollowUp {
  authorisationID: string;
  isAttemptRecorded: boolean;
  /** Receives undefined for an unknown authorisation. An exception rolls back. */
  decide: (authorisation: LockedAuthorisation | undefined) => Decision;
  operation: (decision: Decision) => NewOperation;
  /** Blocks an authorisation that has not arrived. */
  tombstone?: NewOperation;
}

const BEGIN: Bound = { name: 'begin', text: 'BEGIN', values: [] };
const COMMIT: Bound = { name: 'commit', text: 'COMMIT', values: [] };

/** Decides and records under the authorisation's lock, which serialises concurrent operations. */
export async function recordFollowUp(pool: Pool, followUp: SandboxFollowUp): Promise<AnsweredOperation | undefined> {
  return withConnection(pool, async (client) => {
    const { authorisationID, tombstone } = followUp;
    let authorisation = await lockAuthorisation(client, { authorisationID, after: BEGIN });
    if (!authorisation && tombstone) {
      const after = insertion(tombstone, { isAttemptRecorded: false });
      authorisation = await lockAuthorisation(client, { authorisationID, after });
    }
    const decision = followUp.decide(authorisation);
    const endsInteraction = decision.status === 'approved' && decision.endsInteraction;
    const inserting = insertion(followUp.operation(decision), followUp);
    const [inserted] = await sendTogether(client, endsInteraction ? [inserting] : [inserting, COMMIT]);
    const row = inserted?.rows[0] as AnsweredOperation | undefined;
    if (endsInteraction) await sendTogether(client, row ? [interactionEnd(authorisationID), COMMIT] : [COMMIT]);
    return row;
  });
}

async function lockAuthorisation(
  client: Client,
  { authorisationID, after }: { authorisationID: string; after: Bound },
): Promise<LockedAuthorisation | undefined> {
  const values = [authorisationID];
  const [, locked, summed] = await sendTogether(client, [after, { ...lock, values }, { ...sums, values }]);
  const row = locked?.rows[0] as Pick<OperationRow, 'status' | 'amount' | 'currency'> | undefined;
  if (!row) return undefined;
  return {
    status: row.status,
    amount: BigInt(row.amount ?? 0),
    currency: row.currency ?? '',
    sums: toSums(summed?.rows[0] as Record<keyof PaymentSums, string>),
  };
}

const lock = {
  name: 'lock-authorisation',
  text: `
    SELECT status, amount, currency FROM operations
    WHERE operation_id = $1 AND kind IN ('authorise', 'verify') FOR UPDATE`,
};

/** Sums of effects by kind, one column each. */
export const sumsOfEffects = Object.entries({
  authorised: 'authorise',
  captured: 'capture',
  voided: 'void',
  refunded: 'refund',
} satisfies Record<keyof PaymentSums, string>)
  .map(([column, kind]) => `coalesce(sum(amount) FILTER (WHERE kind = '${kind}'), 0) AS ${column}`)
  .join(', ');

/** A separate statement, so that its snapshot is taken after the lock. */
const sums = { name: 'payment-sums', text: `SELECT ${sumsOfEffects} FROM effects WHERE authorisation_id = $1` };

export function toSums(row: Record<keyof PaymentSums, string>): PaymentSums {
  return {
    authorised: BigInt(row.authorised),
    captured: BigInt(row.captured),
    voided: BigInt(row.voided),
    refunded: BigInt(row.refunded),
  };
}

function interactionEnd(operationID: string): Bound {
  return {
    name: 'end-interaction',
    text: `UPDATE operations SET status = 'declined', failure = 'authorization_failed:operation_blocked', decided_at = now()
      WHERE operation_id = $1 AND status = 'interactionRequired'`,
    values: [operationID],
  };
}

/** An error closes the connection, which rolls back the transaction. */
async function withConnection<Result>(pool: Pool, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = (await pool.connect()) as Client & PoolClient;
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
