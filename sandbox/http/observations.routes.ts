import { Router, type Request } from 'express';
import type { Pool } from 'pg';
import type { SandboxKeys } from '../keys';
import { buildAnswer } from '../operations/answer';
import type { PaymentSums } from '../operations/rules';
import {
  listAttempts,
  observeOperation,
  observeOperations,
  observePayments,
  type ObservedOperation,
  type ObservedPayment,
} from '../database/observations.record';

export interface Observer {
  pool: Pool;
  keys: SandboxKeys;
}

/** Lists operations and payments by prefix, so that tests can check the real effects. */
export function observationsRoutes({ pool, keys }: Observer): Router {
  const router = Router();
  router.get('/operations', (request, response, next) => {
    observeOperations(pool, getPage(request))
      .then((rows) => response.json(rows.map((row) => observation(row, keys))))
      .catch(next);
  });
  router.get('/payments', (request, response, next) => {
    observePayments(pool, getPage(request))
      .then((payments) => response.json(payments.map(paymentObservation)))
      .catch(next);
  });
  router.get('/payments/:authorisationID', (request, response, next) => {
    const prefix = request.params.authorisationID;
    observePayments(pool, { prefix, after: '', limit: 1 })
      .then(([payment]) => {
        if (payment?.authorisationID === prefix) response.json(paymentObservation(payment));
        else response.status(404).json({ error: 'notFound' });
      })
      .catch(next);
  });
  return router;
}

const MAX_PAGE_SIZE = 10_000;

function getPage({ query }: Request): { prefix: string; after: string; limit: number } {
  const text = (name: string) => (typeof query[name] === 'string' ? query[name] : '');
  const limit = Number(text('limit')) || 1_000;
  return {
    prefix: text('prefix'),
    after: text('after'),
    limit: Math.min(Math.max(1, Math.trunc(limit)), MAX_PAGE_SIZE),
  };
}

/** An operation id without a stored operation, possibly with attempts. */
type UnknownOperation = { operationID: string; error: 'notFound'; attempts: number; attemptedAt: Date[] };

/** Describes an operation with its attempts and effects. */
export async function observe(
  { pool, keys }: Observer,
  operationID: string,
): Promise<ReturnType<typeof observation> | UnknownOperation> {
  const row = await observeOperation(pool, operationID);
  if (row) return observation(row, keys);
  return { operationID, error: 'notFound', ...getAttempts(await listAttempts(pool, operationID)) };
}

function observation(row: ObservedOperation, keys: SandboxKeys) {
  return {
    ...buildAnswer(row, keys),
    kind: row.kind,
    ...(row.captured !== '0' && { captured: Number(row.captured) }),
    ...(row.voided !== '0' && { voided: Number(row.voided) }),
    ...(row.scenario && { tool: row.scenario.mask, scenario: row.scenario.name }),
    effects: row.effects,
    ...getAttempts(row.attempted_at),
    createdAt: row.created_at,
    ...(row.decided_at && { decidedAt: row.decided_at }),
    ...(row.expires_at && { expiresAt: row.expires_at }),
  };
}

function getAttempts(attemptedAt: Date[]) {
  return { attempts: attemptedAt.length, attemptedAt };
}

function paymentObservation({ authorisationID, currency, sums }: ObservedPayment) {
  const amounts = Object.entries(sums as Record<keyof PaymentSums, bigint>).map(([name, sum]) => [name, Number(sum)]);
  return { authorisationID, currency, ...(Object.fromEntries(amounts) as Record<keyof PaymentSums, number>) };
}
