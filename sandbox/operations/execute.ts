import type { Pool } from 'pg';
import type { Deferral } from '../behaviours/behaviour';
import type { SandboxKeys } from '../keys';
import { findOperation, insertOperation, recordFollowUp } from '../database/operations.record';
import type { AnsweredOperation, NewOperation } from '../database/rows';
import { startInteraction, type InteractionLifetimes } from './interaction';
import {
  canonicalJson,
  type FollowUpRequest,
  type OpeningRequest,
  type SandboxOperationRequest,
  type SandboxPayOutRequest,
} from './request';
import { decideFollowUp, type Decision } from './rules';
import type { Scenario } from '../test-tools';
import { recogniseDestination, recogniseTool } from './scenario';

export interface Execution {
  pool: Pool;
  keys: SandboxKeys;
  publicUrl: string;
  lifetimes: InteractionLifetimes;
}

export interface CallOptions {
  /** A failure that overrides the scenario. */
  failure?: string;
  /** The difference of the taken amount from the requested one. */
  differenceMinor?: bigint;
  /** A payout or refund that is decided later. */
  deferral?: Deferral;
  /** Whether to record the attempt. */
  isAttemptRecorded: boolean;
  /** Whether the authorised amount has a behaviour; the call is then not executed. */
  isOrderedBy?: (authorisedMinor: bigint) => boolean;
}

/** The authorised amount has a behaviour; nothing was executed. */
export class OrderedByAuthorisation extends Error {
  override readonly name = 'OrderedByAuthorisation';

  constructor(readonly authorisedMinor: bigint) {
    super();
  }
}

/** The operation id was used with other parameters. */
export class OperationIDReused extends Error {
  override readonly name = 'OperationIDReused';
}

/** Executes an operation once and returns the stored operation. @throws OperationIDReused, OrderedByAuthorisation */
export async function execute(
  execution: Execution,
  request: SandboxOperationRequest,
  options: CallOptions,
): Promise<AnsweredOperation> {
  const requestHash = execution.keys.hashRequest(canonicalJson(getParameters(request)));
  const inserted = await insert(execution, request, { ...options, requestHash });
  if (inserted) return inserted;
  const recorded = await findOperation(execution.pool, request.operationID);
  if (!recorded) throw new Error(`Operation ${request.operationID} has vanished`);
  if (recorded.request_hash && !recorded.request_hash.equals(requestHash)) throw new OperationIDReused();
  return recorded;
}

/** Selects the parameters that identify a request; texts and addresses may change. */
function getParameters(request: SandboxOperationRequest): Record<string, unknown> {
  const presentation = new Set(['callbackUrl', 'returnUrl', 'merchantName', 'description', 'askedAmount']);
  const fields = Object.entries(request).filter(([name]) => !presentation.has(name));
  return Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === 'bigint' ? value.toString() : value]),
  );
}

type InsertOptions = CallOptions & { requestHash: Buffer };

function insert(
  execution: Execution,
  request: SandboxOperationRequest,
  options: InsertOptions,
): Promise<AnsweredOperation | undefined> {
  switch (request.kind) {
    case 'authorise':
    case 'verify':
      return insertOperation(execution.pool, openingOperation(execution, request, options), options);
    case 'payOut':
      return insertOperation(execution.pool, payOutOperation(execution, request, options), options);
    case 'capture':
    case 'void':
    case 'refund':
      return insertFollowUp(execution, request, options);
  }
}

function openingOperation(execution: Execution, request: OpeningRequest, options: InsertOptions): NewOperation {
  const { scenario, hash } = recogniseTool(
    request.paymentTool,
    execution.keys,
    'threeDSecure' in request ? request.threeDSecure : undefined,
  );
  const { merchantName, description, returnUrl } = request;
  const taken = takenAmount(request, options);
  return {
    operationID: request.operationID,
    kind: request.kind,
    requestHash: options.requestHash,
    amount: openingAmount(request),
    ...(taken !== undefined && { taken }),
    currency: request.currency,
    makeRecurrent: request.kind === 'verify' || request.makeRecurrent,
    scenario,
    toolHash: hash,
    page: { merchantName, description, ...(returnUrl && { returnUrl }) },
    callbackUrl: request.callbackUrl,
    ...startedResult(
      execution,
      { request, amount: openingAmount(request) },
      { scenario, failure: options.failure, taken },
    ),
  };
}

/** Returns the changed amount, unless none would be left. */
function takenAmount(request: OpeningRequest, { differenceMinor }: CallOptions): bigint | undefined {
  if (differenceMinor === undefined) return undefined;
  const taken = openingAmount(request) + differenceMinor;
  return taken > 0n ? taken : undefined;
}

function openingAmount(request: OpeningRequest): bigint {
  return request.kind === 'authorise' ? request.amount : 0n;
}

type OpeningResult = Pick<
  NewOperation,
  'status' | 'failure' | 'effect' | 'interaction' | 'pageToken' | 'payCode' | 'expiresAt'
>;

interface StartedRequest {
  request: OpeningRequest | SandboxPayOutRequest;
  amount: bigint;
}

/** Determines the result of an operation that may need an interaction. */
function startedResult(
  execution: Execution,
  { request, amount }: StartedRequest,
  { scenario, failure, taken }: { scenario: Scenario; failure: string | undefined; taken?: bigint | undefined },
): OpeningResult {
  if (failure) return { status: 'declined', failure };
  if (scenario.interaction) {
    const started = startInteraction({
      ...execution,
      operationID: request.operationID,
      amount,
      planned: scenario.interaction,
      isNeverCompleted: scenario.isNeverCompleted ?? false,
      now: new Date(),
    });
    return { status: 'interactionRequired', ...started };
  }
  if (scenario.failure) return { status: 'declined', failure: scenario.failure };
  return { status: 'approved', effect: taken ?? amount };
}

function payOutOperation(execution: Execution, request: SandboxPayOutRequest, options: InsertOptions): NewOperation {
  const { scenario, hash } = recogniseDestination(request.destination, execution.keys);
  return {
    operationID: request.operationID,
    kind: 'payOut',
    requestHash: options.requestHash,
    amount: request.amount,
    currency: request.currency,
    scenario,
    toolHash: hash,
    page: { merchantName: PAYOUT_SERVICE, description: request.description },
    ...(request.callbackUrl && { callbackUrl: request.callbackUrl }),
    ...startedResult(execution, { request, amount: request.amount }, { scenario, failure: getFailure(options) }),
    ...(!scenario.interaction && deferredTimes(options)),
  };
}

function getFailure({ failure, deferral }: CallOptions): string | undefined {
  return failure ?? deferral?.failure;
}

function deferredTimes({ deferral }: CallOptions): Pick<NewOperation, 'pendingMs' | 'returnedAfterMs'> {
  if (!deferral) return {};
  const { pendingMs, returnedAfterMs, failure } = deferral;
  return {
    ...(pendingMs > 0 && { pendingMs }),
    ...(returnedAfterMs !== undefined && failure === undefined && { returnedAfterMs }),
  };
}

/** Shown on the consent page of payouts. */
const PAYOUT_SERVICE = 'Вывод средств';

function insertFollowUp(
  { pool }: Execution,
  request: FollowUpRequest,
  options: InsertOptions,
): Promise<AnsweredOperation | undefined> {
  const { authorisationID, operationID, kind } = request;
  const tombstone: NewOperation = {
    operationID: authorisationID,
    kind: 'authorise',
    requestHash: null,
    status: 'declined',
    failure: 'authorization_failed:operation_blocked',
  };
  return recordFollowUp(pool, {
    authorisationID,
    isAttemptRecorded: options.isAttemptRecorded,
    ...(kind === 'void' && { tombstone }),
    decide: (authorisation): Decision => {
      if (authorisation && options.isOrderedBy?.(authorisation.amount)) {
        throw new OrderedByAuthorisation(authorisation.amount);
      }
      if (options.failure) return { status: 'declined', failure: options.failure };
      if (!authorisation) return { status: 'declined', failure: 'authorization_failed:operation_blocked' };
      const decision = decideFollowUp(request, authorisation);
      const isDeferredRefusal = kind === 'refund' && decision.status === 'approved' && options.deferral?.failure;
      return isDeferredRefusal ? { status: 'declined', failure: isDeferredRefusal } : decision;
    },
    operation: (decision) => ({
      operationID,
      kind,
      authorisationID,
      requestHash: options.requestHash,
      ...(kind !== 'void' && { amount: request.amount, currency: request.currency }),
      ...(kind === 'refund' && options.deferral?.pendingMs && { pendingMs: options.deferral.pendingMs }),
      ...(decision.status === 'declined'
        ? { status: 'declined', failure: decision.failure }
        : { status: 'approved', effect: decision.effect }),
    }),
  });
}
