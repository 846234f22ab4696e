import { ApplicationFailure } from '@temporalio/common';
import { idAtEngine, workflowIDs } from './workflow-ids';
import { failureTypes, type workflowTypes } from './workflow-messages';

export type WorkflowType = keyof typeof workflowTypes;
type Input = Readonly<Record<string, unknown>>;
type GetId = (input: Input) => string | RegExp;

/** The id that each type's workflow has for its input, so that an entity never has two workflows. */
const IDS: Readonly<Record<WorkflowType, GetId>> = {
  dueInvoices: workflowIDs.dueInvoices,
  destinationExpiry: workflowIDs.destinationExpiry,
  retention: workflowIDs.retention,
  reconciliation: (input) => workflowIDs.reconciliation(text(input, 'connector')),
  erasure: (input) => workflowIDs.erasure(text(input, 'erasureID')),
  reencryption: (input) => workflowIDs.encryption(text(input, 'keyID')),
  lateSuccess: (input) => (text(input, 'connector'), workflowIDs.lateSuccess(text(input, 'operationID'))),
  dispute: (input) => workflowIDs.dispute(text(input, 'noticeID')),
  disputeAnswer: matchAnswer,
  settlementReceipt: (input) => workflowIDs.settlementReceipt(text(input, 'invoiceID')),
  payment: (input) => (
    date(input, 'processingDeadline'),
    workflowIDs.payment(...texts(input, 'invoiceID', 'paymentID'))
  ),
  binding: (input) => (date(input, 'deadline'), workflowIDs.binding(...texts(input, 'customerID', 'bindingID'))),
  refund: (input) => workflowIDs.refund(...texts(input, 'invoiceID', 'paymentID'), text(input, 'refundID')),
  operatorCommand: (input) => workflowIDs.operatorCommand(text(input, 'commandID')),
  withdrawal: (input) => workflowIDs.withdrawal(text(input, 'withdrawalID')),
  destination: (input) => workflowIDs.destination(text(input, 'destinationID')),
  report: matchReport,
  registry: matchReport,
  reportDownload: (input) => workflowIDs.reportDownload(...texts(input, 'account', 'name')),
  settlementClose: matchSettlementClose,
  payout: (input) => workflowIDs.payout(text(input, 'payoutID')),
  bankAccountNotice: (input) => workflowIDs.bankAccountNotice(text(input, 'contractID'), integer(input, 'version')),
  delivery: (input) => workflowIDs.delivery(...texts(input, 'webhookID', 'subject')),
  endpoint: (input) => workflowIDs.endpoint(text(input, 'webhookID')),
};

/** A workflow as Temporal names it. */
export interface NamedWorkflow {
  workflowType: string;
  workflowId: string;
  /** The installation's task queue. */
  taskQueue: string;
  /** Whether the end of a singleton's id is not compared: a replay has another task queue. */
  isReplay?: boolean;
}

/** Whether the type is one of the platform's. */
export function isWorkflowType(workflowType: string): workflowType is WorkflowType {
  return Object.hasOwn(IDS, workflowType);
}

/** Refuses a workflow whose id does not belong to its input. @throws ApplicationFailure */
export function assertOwnId({ workflowType, workflowId, taskQueue, isReplay }: NamedWorkflow, given: unknown): void {
  if (!isWorkflowType(workflowType)) throw refused('its type is unknown');
  const expected = IDS[workflowType](isInput(given) ? given : {});
  const atEngine = typeof expected === 'string' ? idAtEngine(expected, taskQueue) : expected;
  const isExpected =
    typeof atEngine !== 'string'
      ? atEngine.test(workflowId)
      : isReplay && atEngine !== expected
        ? workflowId.startsWith(`${String(expected)}/`)
        : workflowId === atEngine;
  if (!isExpected) throw refused(`its id must be ${String(expected)}`);
}

function matchAnswer(input: Input): string {
  const [invoiceID, paymentID] = texts(input, 'invoiceID', 'paymentID');
  const [stage, answer] = texts(input, 'stage', 'answer');
  const [chargebackID, round] = [text(input, 'chargebackID'), integer(input, 'round')];
  return workflowIDs.disputeAnswer({ invoiceID, paymentID, chargebackID, round, stage, answer });
}

function matchReport(input: Input): RegExp {
  return new RegExp(`^report/.+\\.${integer(input, 'reportID')}$`);
}

/** A schedule of Temporal appends the time. */
function matchSettlementClose(input: Input): RegExp {
  const id = workflowIDs.settlementClose(...texts(input, 'shopID', 'currency'));
  return new RegExp(`^${id.replace(/[^\w/]/g, '\\$&')}(?:-[\\dTZ:.-]+)?$`);
}

function isInput(given: unknown): given is Input {
  return typeof given === 'object' && given !== null;
}

function text(input: Input, name: string): string {
  const value = input[name];
  if (typeof value !== 'string' || value === '') throw refused(`its input has no ${name}`);
  return value;
}

function texts(input: Input, one: string, other: string): [string, string] {
  return [text(input, one), text(input, other)];
}

function date(input: Input, name: string): void {
  if (Number.isNaN(Date.parse(text(input, name)))) throw refused(`its ${name} is no date`);
}

function integer(input: Input, name: string): number {
  const value = input[name];
  if (!Number.isSafeInteger(value)) throw refused(`its ${name} is no integer`);
  return Number(value);
}

/** The failure of what the platform did not start. */
export function refused(rule: string): ApplicationFailure {
  const message = `the platform did not start this workflow: ${rule}. Operators use /operators/v1 or the command line`;
  return ApplicationFailure.nonRetryable(message, failureTypes.startedByHand);
}
