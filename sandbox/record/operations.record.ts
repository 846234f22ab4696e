import type { Pool, PoolClient } from 'pg';
import type { AuthorisationState, Decision, PaymentSums } from '../operations/rules';
import type { NewOperation, OperationRow } from './rows';

type Queryable = Pick<Pool, 'query'> | PoolClient;

/**
 * One statement records the attempt, the answer and the effect together or, when the operation is known already, only the
 * attempt.
 */
const insertStatement = {
  name: 'insert-operation',
  text: `
    WITH attempt AS (INSERT INTO attempts (operation_id) SELECT $1 WHERE $18),
    operation AS (
      INSERT INTO operations (operation_id, kind, authorisation_id, request_hash, amount, currency, status, failure,
        make_recurrent, scenario, tool_hash, page, page_token, pay_code, interaction, expires_at, callback_url, taken, decided_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $20,
        CASE WHEN $7 <> 'interactionRequired' THEN now() END)
      ON CONFLICT (operation_id) DO NOTHING
      RETURNING *
    ),
    effect AS (
      INSERT INTO effects (operation_id, authorisation_id, kind, amount)
      SELECT operation_id, coalesce(authorisation_id, operation_id), kind, $19::bigint FROM operation
      WHERE $19::bigint IS NOT NULL
    )
    SELECT * FROM operation`,
};

/** Records an operation unless one of that name exists; undefined when one does. */
export async function insertOperation(
  queryable: Queryable,
  operation: NewOperation,
  options: { isAttemptRecorded: boolean },
): Promise<OperationRow | undefined> {
  const { rows } = await queryable.query<OperationRow>({
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
    ],
  });
  return rows[0];
}

/** Records that an operation was asked for; tells for the which time. */
export async function recordAttempt(pool: Pool, operationID: string): Promise<number> {
  await pool.query('INSERT INTO attempts (operation_id) VALUES ($1)', [operationID]);
  const { rows } = await pool.query<{ count: number }>({
    name: 'count-attempts',
    text: 'SELECT count(*)::integer AS count FROM attempts WHERE operation_id = $1',
    values: [operationID],
  });
  return rows[0]?.count ?? 0;
}

/** The operation of that name. */
export async function findOperation(queryable: Queryable, operationID: string): Promise<OperationRow | undefined> {
  const { rows } = await queryable.query<OperationRow>({
    name: 'find-operation',
    text: 'SELECT * FROM operations WHERE operation_id = $1',
    values: [operationID],
  });
  return rows[0];
}

/** A later operation of an authorisation, and how the state of that authorisation decides it. */
export interface FollowUp {
  authorisationID: string;
  isAttemptRecorded: boolean;
  /** Undefined state: no such authorisation. */
  decide: (state: AuthorisationState | undefined) => Decision;
  /** The operation as decided. */
  operation: (decision: Decision) => NewOperation;
  /** What is recorded in place of an authorisation that never came, so that it cannot come any more. */
  tombstone?: NewOperation;
}

/** Decides and records under the lock of the authorisation, so that of racing operations each sees the one before. */
export async function recordFollowUp(pool: Pool, followUp: FollowUp): Promise<OperationRow | undefined> {
  return inTransaction(pool, async (client) => {
    let authorisation = await lockAuthorisation(client, followUp.authorisationID);
    if (!authorisation && followUp.tombstone) {
      await insertOperation(client, followUp.tombstone, { isAttemptRecorded: false });
      authorisation = await lockAuthorisation(client, followUp.authorisationID);
    }
    const decision = followUp.decide(authorisation && (await stateOf(client, authorisation)));
    const row = await insertOperation(client, followUp.operation(decision), followUp);
    if (row && decision.status === 'approved' && decision.endsInteraction) {
      await endInteraction(client, followUp.authorisationID);
    }
    return row;
  });
}

async function lockAuthorisation(client: PoolClient, operationID: string): Promise<OperationRow | undefined> {
  const { rows } = await client.query<OperationRow>({
    name: 'lock-authorisation',
    text: `SELECT * FROM operations WHERE operation_id = $1 AND kind IN ('authorise', 'verify') FOR UPDATE`,
    values: [operationID],
  });
  return rows[0];
}

/** A statement of its own, begun under the lock: one that also took the lock would still see the sums from before it. */
async function stateOf(client: PoolClient, authorisation: OperationRow): Promise<AuthorisationState> {
  const { rows } = await client.query<Record<keyof PaymentSums, string>>({
    name: 'payment-sums',
    text: `SELECT ${sumsOfEffects} FROM effects WHERE authorisation_id = $1`,
    values: [authorisation.operation_id],
  });
  return {
    status: authorisation.status,
    currency: authorisation.currency ?? '',
    sums: sumsOf(rows[0] ?? { authorised: '0', captured: '0', voided: '0', refunded: '0' }),
  };
}

/** Sums of effects by kind, one column each. */
export const sumsOfEffects = Object.entries({
  authorised: 'authorise',
  captured: 'capture',
  voided: 'void',
  refunded: 'refund',
} satisfies Record<keyof PaymentSums, string>)
  .map(([column, kind]) => `coalesce(sum(amount) FILTER (WHERE kind = '${kind}'), 0) AS ${column}`)
  .join(', ');

/** The sums as amounts. */
export function sumsOf(row: Record<keyof PaymentSums, string>): PaymentSums {
  return {
    authorised: BigInt(row.authorised),
    captured: BigInt(row.captured),
    voided: BigInt(row.voided),
    refunded: BigInt(row.refunded),
  };
}

async function endInteraction(client: PoolClient, operationID: string): Promise<void> {
  await client.query(
    `UPDATE operations SET status = 'declined', failure = 'authorization_failed:operation_blocked', decided_at = now()
     WHERE operation_id = $1 AND status = 'interactionRequired'`,
    [operationID],
  );
}

async function inTransaction<Result>(pool: Pool, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
