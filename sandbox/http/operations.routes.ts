import { Router, type Request, type Response } from 'express';
import type { Pool } from 'pg';
import type { Logger } from '../../runtime/logger';
import { findAmountBehaviour } from '../behaviours/amount-behaviours';
import type { Behaviour } from '../behaviours/behaviour';
import type { ConfiguredBehaviours } from '../behaviours/configured-behaviours';
import { buildAnswer } from '../operations/answer';
import { execute, type Execution, OperationIDReused, OrderedByAuthorisation } from '../operations/execute';
import { injectFault, holdAfterVoid } from '../operations/faults';
import { operationRequest, type SandboxOperationRequest } from '../operations/request';
import { recordAttempt } from '../database/operations.record';
import { withLie } from './lie';
import { observe } from './observations.routes';
import { answersAfterEffect, delayArrival, endsBeforeEffect } from './misbehave';

export interface OperationsApi extends Execution {
  behaviours: ConfiguredBehaviours;
  logger: Logger;
}

/** `POST /operations` executes an operation once; `GET /operations/{id}` looks it up. */
export function operationsRoutes(api: OperationsApi): Router {
  const router = Router();
  router.post('/operations', (request, response, next) => {
    operate(api, request, response).catch(next);
  });
  router.get('/operations/:operationID', (request, response, next) => {
    lookUp(api, request, response).catch(next);
  });
  return router;
}

async function operate(api: OperationsApi, request: Request, response: Response): Promise<void> {
  const call: Call = { operation: operationRequest.parse(request.body), request, response };
  try {
    await carryOut(api, call, await meetBehaviour(api, call.operation));
  } catch (error) {
    if (!(error instanceof OrderedByAuthorisation)) throw error;
    await carryOut(api, call, await meetAmount(api.pool, call.operation, [error.authorisedMinor]));
  }
}

interface Call {
  operation: SandboxOperationRequest;
  request: Request;
  response: Response;
}

/** The behaviour of a call whose attempt was recorded; its own behaviour may be used up. */
type MetBehaviour = { behaviour: Behaviour | undefined } | undefined;

async function carryOut(api: OperationsApi, { operation, request, response }: Call, met: MetBehaviour): Promise<void> {
  if (endsBeforeEffect(met?.behaviour, request, response)) return;
  if (met?.behaviour?.type === 'holdLate') return executeLate(api, operation, request);
  try {
    const row = await execute(api, operation, {
      isAttemptRecorded: met === undefined,
      ...(!met && { isOrderedBy: (amount) => findAmountBehaviour(operation.kind, [amount]) !== undefined }),
      ...(met?.behaviour?.type === 'decline' && { failure: met.behaviour.failure }),
      ...(met?.behaviour?.type === 'defer' && { deferral: met.behaviour }),
      ...(met?.behaviour?.type === 'takeOther' && { differenceMinor: BigInt(met.behaviour.differenceMinor) }),
    });
    api.logger.debug({ operationID: row.operation_id, kind: row.kind, status: row.status }, 'operation answered');
    await injectFault(api.pool, row.operation_id, met?.behaviour);
    if (await answersAfterEffect(met?.behaviour, request))
      response.json(withLie(met?.behaviour, buildAnswer(row, api.keys)));
  } catch (error) {
    if (!(error instanceof OperationIDReused)) throw error;
    response.status(409).json({ error: 'operationIDReused' });
  }
}

/** The sender has disconnected, so errors are only logged. */
function executeLate(api: OperationsApi, operation: SandboxOperationRequest, request: Request): void {
  request.socket.destroy();
  holdAfterVoid(api, operation).catch((error: unknown) =>
    api.logger.error({ err: error, operationID: operation.operationID }, 'a late operation failed'),
  );
}

/**
 * Finds the behaviour of a call itself and records its attempt, since the call may end early. The authorised amount is
 * checked later, when it is read.
 */
async function meetBehaviour(
  { pool, behaviours }: OperationsApi,
  operation: SandboxOperationRequest,
): Promise<MetBehaviour> {
  const { kind, operationID } = operation;
  const ownAmount = 'amount' in operation ? operation.amount : undefined;
  const ordered = await behaviours.take({ kind, operationID, ...(ownAmount !== undefined && { amount: ownAmount }) });
  if (ordered) {
    await delayArrival(ordered);
    await recordAttempt(pool, operationID);
    return { behaviour: ordered };
  }
  const amounts = ownAmount === undefined ? [] : [ownAmount];
  if (operation.kind === 'payOut' && operation.askedAmount !== undefined) amounts.push(operation.askedAmount);
  return meetAmount(pool, operation, amounts);
}

/** Finds the behaviour of an amount. */
async function meetAmount(
  pool: Pool,
  { kind, operationID }: SandboxOperationRequest,
  amounts: readonly bigint[],
): Promise<MetBehaviour> {
  const byAmount = findAmountBehaviour(kind, amounts);
  if (!byAmount) return undefined;
  const attempt = await recordAttempt(pool, operationID);
  return { behaviour: attempt <= (byAmount.times ?? attempt) ? byAmount.behaviour : undefined };
}

async function lookUp(api: OperationsApi, request: Request, response: Response): Promise<void> {
  const operationID = request.params['operationID'] ?? '';
  const behaviour = await api.behaviours.take({ kind: 'lookUp', operationID });
  await delayArrival(behaviour);
  if (endsBeforeEffect(behaviour, request, response)) return;
  const found = await observe(api, operationID);
  if (!(await answersAfterEffect(behaviour, request))) return;
  if ('error' in found) response.status(404).json(found);
  else response.json(withLie(behaviour, found));
}
