import type { Pool } from 'pg';
import type { SandboxKeys } from '../keys';
import { findOperation, insertOperation, recordFollowUp } from '../record/operations.record';
import type { AnsweredOperation, NewOperation } from '../record/rows';
import { startInteraction, type InteractionLifetimes } from './interaction';
import {
  canonicalJson,
  type FollowUpRequest,
  type OpeningRequest,
  type OperationRequest,
  type PayOutRequest,
} from './request';
import { decideFollowUp, type Decision } from './rules';
import { recogniseDestination, recogniseTool, type Scenario } from './scenario';

/** What executing needs. */
export interface Execution {
  pool: Pool;
  keys: SandboxKeys;
  publicUrl: string;
  lifetimes: InteractionLifetimes;
}

/** How this one call is to be executed. */
export interface CallOptions {
  /** A refusal that a test asked for: overrides the scenario. */
  failure?: string;
  /** How much more or less than asked an authorisation takes. */
  differenceMinor?: bigint;
  /** False when the attempt has been recorded already. */
  isAttemptRecorded: boolean;
  /** Whether what was authorised orders something of this call: it is not executed then. */
  isOrderedBy?: (authorisedMinor: bigint) => boolean;
}

/** What was authorised orders something of the call, of which nothing has been done. */
export class OrderedByAuthorisation extends Error {
  override readonly name = 'OrderedByAuthorisation';

  constructor(readonly authorisedMinor: bigint) {
    super();
  }
}

/** The operation's name was used before for something else. */
export class OperationIDReused extends Error {
  override readonly name = 'OperationIDReused';
}

/**
 * Does what is asked once and gives the recorded operation, also when asked again. Throws OperationIDReused,
 * OrderedByAuthorisation.
 */
export async function execute(
  execution: Execution,
  request: OperationRequest,
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

/** What makes two requests the same: not their texts and addresses, which a caller may have changed in between. */
function getParameters(request: OperationRequest): Record<string, unknown> {
  const presentation = new Set(['callbackUrl', 'returnUrl', 'merchantName', 'description', 'askedAmount']);
  const fields = Object.entries(request).filter(([name]) => !presentation.has(name));
  return Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === 'bigint' ? value.toString() : value]),
  );
}

type InsertOptions = CallOptions & { requestHash: Buffer };

function insert(
  execution: Execution,
  request: OperationRequest,
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
  const { scenario, hash } = recogniseTool(request.paymentTool, execution.keys);
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

/** What the payer pays where it is another amount than was asked; nothing where so little was asked that none would be left. */
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

interface Asked {
  request: OpeningRequest | PayOutRequest;
  amount: bigint;
}

/** The result of an operation that may first need somebody: a payer, or the sender of a payout. */
function startedResult(
  execution: Execution,
  { request, amount }: Asked,
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

function payOutOperation(execution: Execution, request: PayOutRequest, options: InsertOptions): NewOperation {
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
    ...startedResult(execution, { request, amount: request.amount }, { scenario, failure: options.failure }),
  };
}

/** Who asks the sender of a payout for consent. */
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
      return decideFollowUp(request, authorisation);
    },
    operation: (decision) => ({
      operationID,
      kind,
      authorisationID,
      requestHash: options.requestHash,
      ...(kind !== 'void' && { amount: request.amount, currency: request.currency }),
      ...(decision.status === 'declined'
        ? { status: 'declined', failure: decision.failure }
        : { status: 'approved', effect: decision.effect }),
    }),
  });
}
