import {
  ApplicationFailure,
  workflowInfo,
  type WorkflowExecuteInput,
  type WorkflowInboundCallsInterceptor,
} from '@temporalio/workflow';
import { idAtEngine, workflowIDs } from './names/workflow-ids';
import { failureTypes, type workflowTypes } from './names/workflow-messages';

type WorkflowType = keyof typeof workflowTypes;
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
  delivery: (input) => workflowIDs.delivery(...texts(input, 'webhookID', 'subject')),
  endpoint: (input) => workflowIDs.endpoint(text(input, 'webhookID')),
};

/** Fails workflows that were not started by the platform: their id does not belong to their input, or it is invalid. */
export const startCheck: WorkflowInboundCallsInterceptor = {
  /** A rejection fails the workflow; a synchronous error would only fail its task, which Temporal repeats. */
  async execute(input: WorkflowExecuteInput, next): Promise<unknown> {
    assertStartedByPlatform(input.args[0]);
    return next(input);
  },
};

function assertStartedByPlatform(given: unknown): void {
  const { workflowType, workflowId, taskQueue } = workflowInfo();
  const getId = Object.hasOwn(IDS, workflowType) ? IDS[workflowType as WorkflowType] : undefined;
  // Workflows of tests and benchmarks have types of their own.
  if (!getId) return;
  const expected = getId(isInput(given) ? given : {});
  // The task queue of a replay is another one, so the end of a singleton's id is not compared.
  const isSingleton = typeof expected === 'string' && idAtEngine(expected, taskQueue) !== expected;
  const isExpected =
    typeof expected !== 'string'
      ? expected.test(workflowId)
      : isSingleton
        ? workflowId.startsWith(`${expected}/`)
        : workflowId === expected;
  if (!isExpected) throw refused(`its id must be ${String(expected)}`);
}

function matchReport(input: Input): RegExp {
  return new RegExp(`^report/.+\\.${integer(input, 'reportID')}$`);
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

function refused(rule: string): ApplicationFailure {
  const { workflowType } = workflowInfo();
  const message = `the platform did not start this ${workflowType}: ${rule}. Operators use /operators/v1 or the command line`;
  return ApplicationFailure.nonRetryable(message, failureTypes.startedByHand);
}
