import { ApplicationFailure, log } from '@temporalio/activity';
import { ConnectorMisuse, type Connector, type OperationLookUp } from '../../../connectors/connector';
import { compareListed, compareMissing, compareReceipt } from '../../../domain/operators/reconciliation/compare';
import type { Finding } from '../../../domain/operators/reconciliation/finding';
import type { ListedOperation, RecordedOperation } from '../../../domain/operators/reconciliation/operation';
import { captureOf, readOperationName } from '../../../domain/operators/reconciliation/operation-name';
import { findPayment } from '../../../store/payments/payment/payment.queries';
import { listRepairs } from '../../../store/operators/reconciliation/findings';
import { findRecordedOperations } from '../../../store/operators/reconciliation/recorded-operations';
import { endTracking } from '../../../store/operators/recovery/tracked-workflows';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { recordReceipts } from '../../../store/operators/reconciliation/receipts';
import { endReturnLookUps } from '../../../store/operators/reconciliation/return-look-ups';
import { reportFinding } from '../../../store/operators/reconciliation/report-finding';
import type {
  LateSuccessActivities,
  LateSuccessInput,
} from '../../../workflows/payments/late-success/late-success.contract';
import { toApplicationFailures } from '../../platform/operation/application-failures';
import { voidOperation } from '../../platform/operation/follow-up';
import {
  recordedConnector,
  recordedPayOutConnector,
  type ConnectorDependencies,
} from '../../platform/operation/recorded-connector';
import { StepDeadline } from '../../platform/operation/step-deadline';
import { toVoiding } from '../../payments/payment/to-voiding';
import type { LookUpSteps } from './repair';
import { recordReturnedPayout } from '../../merchants/settlement/returned-payout';
import { recordReturnedPayOut } from '../../wallets/withdrawal/returned-pay-out';
import { repairOne } from './repair-one';

export interface LateSuccessDependencies extends ConnectorDependencies {
  steps: LookUpSteps;
}

/** Activities of late-success workflows. */
export function createLateSuccessActivities(dependencies: LateSuccessDependencies): LateSuccessActivities {
  return {
    recordLateSuccess: (input) =>
      toApplicationFailures(async () => {
        const finding = await lookUp(dependencies, input);
        const workflowID = workflowIDs.lateSuccess(input.operationID);
        await endTracking(dependencies.store.database, workflowID, input.isUnvoided === true);
        return { found: finding?.kind ?? null };
      }),
  };
}

async function lookUp(dependencies: LateSuccessDependencies, input: LateSuccessInput): Promise<Finding | undefined> {
  const returned = await findReturned(dependencies, input);
  if (returned) {
    await endReturnLookUps(dependencies.store.database, input.operationID);
    return returned;
  }
  if (input.isUnvoided) await voidUndone(dependencies, input);
  const finding = await findLateSuccess(dependencies, input);
  if (finding) await listLateSuccess(dependencies, input, finding);
  return finding;
}

/** Looks a succeeded operation up; a returned payout and a receipt are recorded, a capture or refund that failed later is listed. */
async function findReturned(
  dependencies: LateSuccessDependencies,
  { connector: name, operationID }: LateSuccessInput,
): Promise<Finding | undefined> {
  const parsed = readOperationName(operationID);
  if (!parsed || parsed.entity === 'binding') return undefined;
  const recorded = await findRecordedOperations(dependencies.store.database, {
    connector: name,
    operationIDs: [operationID],
  });
  const operation = recorded.get(operationID);
  if (operation?.state !== 'done') return undefined;
  const deadline = new StepDeadline('repeated', dependencies.connectorTimeoutMs);
  const { connectorReference } = operation;
  const request = {
    operationID,
    timeoutMs: deadline.nextTimeoutMs(),
    ...(connectorReference !== null && { connectorReference }),
  };
  const { kind } = operation;
  if (kind === 'capture' && operation.receipt !== 'pending')
    await endReturnLookUps(dependencies.store.database, operationID);
  if (kind === 'capture' || kind === 'refund')
    return findDecided(dependencies, { name, operation: { ...operation, kind }, request });
  if (kind !== 'payOut') return undefined;
  const connector = await recordedPayOutConnector(dependencies, { connector: name });
  const found = await connector.lookUpPayOut(request);
  if (found.kind !== 'returned') return undefined;
  if (parsed.entity === 'withdrawal') return recordReturnedPayOut(dependencies.store, parsed.withdrawalID, found);
  return parsed.entity === 'payout' ? recordReturnedPayout(dependencies.store, parsed.payoutID, found) : undefined;
}

/** Records a receipt. Operators decide about a capture or refund that failed after it had succeeded: people were informed of it. */
async function findDecided(
  dependencies: LateSuccessDependencies,
  {
    name,
    operation,
    request,
  }: { name: string; operation: RecordedOperation & { kind: 'capture' | 'refund' }; request: OperationLookUp },
): Promise<Finding | undefined> {
  const { authorisation: named, operationID, kind } = operation;
  const { database } = dependencies.store;
  if (!named) return undefined;
  const reference = named.connectorReference === null ? {} : { connectorReference: named.connectorReference };
  const authorisation = { kind: 'authorise', operationID: named.operationID, ...reference } as const;
  const connector = await recordedConnector(dependencies, { connector: name });
  const found = await connector.lookUp({ ...request, kind, authorisation });
  const { amountMinor, currency, changedAt: at, receipt: known } = operation;
  if (found.kind === 'approved' && known === 'pending' && found.receipt) {
    const { receipt } = found;
    await recordReceipts(database, new Map([[operationID, receipt]]));
    const listed = { operationID, kind, state: 'done', amountMinor, currency, effectCount: 1, receipt, at } as const;
    const refused = compareReceipt(listed, operation, 'hour');
    if (refused) await reportFinding(database, name, refused);
  }
  if (found.kind !== 'declined') return undefined;
  const finding = compareMissing(operation, { lookedUp: found.kind, at });
  if (finding) await reportFinding(database, name, finding);
  return finding;
}

/** Looks the operation up, since a callback proves nothing. Ignores operations that have not failed here. */
async function findLateSuccess(
  dependencies: LateSuccessDependencies,
  { connector: name, operationID }: LateSuccessInput,
): Promise<Finding | undefined> {
  const captureID = captureOf(operationID);
  const operationIDs = captureID === undefined ? [operationID] : [operationID, captureID];
  const recorded = await findRecordedOperations(dependencies.store.database, { connector: name, operationIDs });
  const operation = recorded.get(operationID);
  if (operation?.state !== 'undone') return undefined;
  const connector = await recordedConnector(dependencies, { connector: name });
  const deadline = new StepDeadline('repeated', dependencies.connectorTimeoutMs);
  const listed = await lookUpEffect(connector, operation, deadline);
  if (!listed) return undefined;
  return compareListed({ listed, recorded: recorded.get(listed.operationID), asOf: new Date(), isReported: true });
}

/** Voids the authorisation of a failed payment by name. A connector that cannot do so is asked what it has done. */
async function voidUndone(
  dependencies: LateSuccessDependencies,
  { connector: name, operationID }: LateSuccessInput,
): Promise<void> {
  const named = readOperationName(operationID);
  if (named?.entity !== 'payment') return;
  const payment = await findPayment(dependencies.store.database, named);
  const isCurrent = payment.attempt === named.attempt && payment.connector === name;
  if (payment.status !== 'failed' || !isCurrent) return;
  const voiding = toVoiding(payment, {}, new StepDeadline('repeated', dependencies.connectorTimeoutMs));
  try {
    await voidOperation(await recordedConnector(dependencies, { connector: name }), voiding);
  } catch (error) {
    if (!(error instanceof ConnectorMisuse)) throw error;
    log.error('a connector does not void an unanswered authorisation', { operationID, reason: error.message });
  }
}

/** Returns an operation's effect at its connector, if any. */
async function lookUpEffect(
  connector: Connector,
  { operationID, kind, amountMinor, currency }: RecordedOperation,
  deadline: StepDeadline,
): Promise<ListedOperation | undefined> {
  const common = { currency, effectCount: 1, at: new Date() };
  const request = { operationID, timeoutMs: deadline.nextTimeoutMs() };
  if (kind === 'payOut') {
    const found = await connector.lookUpPayOut?.(request);
    if (found?.kind !== 'approved') return undefined;
    const { connectorReference } = found;
    return { ...common, operationID, kind, state: 'done', amountMinor, connectorReference };
  }
  const captureID = captureOf(operationID);
  if (captureID === undefined) return undefined;
  const found = await connector.lookUp({ kind: 'authorise', ...request });
  if (found.kind !== 'approved') return undefined;
  const { connectorReference } = found;
  const authorisation = { kind: 'authorise', operationID, connectorReference } as const;
  const capture = { kind: 'capture', operationID: captureID } as const;
  const captured = await connector.lookUp({ ...capture, authorisation, timeoutMs: deadline.nextTimeoutMs() });
  if (captured.kind === 'approved') {
    return { ...common, ...capture, state: 'done', amountMinor: captured.amountMinor ?? null, connectorReference };
  }
  return {
    ...common,
    operationID,
    kind,
    state: 'held',
    amountMinor: found.amountMinor ?? amountMinor,
    connectorReference,
  };
}

/** Repairs certain findings; others are for an operator. */
async function listLateSuccess(
  { store, steps, connectors, connectorTimeoutMs }: LateSuccessDependencies,
  { connector: name }: LateSuccessInput,
  finding: Finding,
): Promise<void> {
  const { operationID, kind } = finding;
  await reportFinding(store.database, name, finding);
  log.warn('a connector reports a late success', { connector: name, operationID, kind });
  const connector = await connectors.find(name);
  if (finding.repair === undefined || !connector) return;
  const toRepair = await listRepairs(store.database, name, 1_000);
  const recorded = toRepair.find((each) => each.operationID === operationID && each.kind === kind);
  if (!recorded) return;
  const asOf = new Date();
  const parts = { store, connector, steps, asOf, ...(connectorTimeoutMs !== undefined && { connectorTimeoutMs }) };
  if ((await repairOne(parts, recorded)) === 'later') {
    throw ApplicationFailure.retryable(`${operationID} will be repaired later`, 'OutcomeUnknown');
  }
}
