import { paymentOperationID } from '../../../domain/payments/payment/operation-id';
import type { RecordedOperation } from '../../../domain/operators/reconciliation/operation';
import type { RepairProblem } from '../../../domain/operators/reconciliation/finding-facts';
import { isDeciding, isOverdue } from '../../../domain/operators/reconciliation/compare';
import { readOperationName, type OperationName } from '../../../domain/operators/reconciliation/operation-name';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { signals } from '../../../workflow-names/workflow-messages';
import { appendCommands } from '../../../store/platform/outbox/outbox';
import { findRecordedOperations } from '../../../store/operators/reconciliation/recorded-operations';
import { recordRepair, recordUnrepaired, type RecordedFinding } from '../../../store/operators/reconciliation/findings';
import type { Connector, VoidRequest } from '../../../connectors/connector';
import type { BindingActivities } from '../../../workflows/payments/binding/binding.contract';
import type { PaymentActivities } from '../../../workflows/payments/payment/payment.contract';
import type { RefundActivities } from '../../../workflows/payments/refund/refund.contract';
import type { SettlementActivities } from '../../../workflows/merchants/settlement/settlement.contract';
import type { WithdrawalActivities } from '../../../workflows/wallets/withdrawal/withdrawal.contract';
import { carryOutFollowUp } from '../../platform/operation/follow-up';
import { StepDeadline } from '../../platform/operation/step-deadline';
import type { Store } from '../../../store/store';

/** The steps of entities' workflows that look an operation up and record it. */
export type LookUpSteps = Pick<PaymentActivities, 'lookUpAuthorisation' | 'captureOrVoidAfterLookUp'> &
  Pick<RefundActivities, 'refundAfterLookUp'> &
  Pick<BindingActivities, 'lookUpVerification'> &
  Pick<WithdrawalActivities, 'payOutAfterLookUp'> &
  Pick<SettlementActivities, 'sendPayout'>;

export interface RepairParts {
  store: Store;
  connector: Connector;
  steps: LookUpSteps;
  connectorTimeoutMs?: number;
  asOf: Date;
}

/** The workflow may decide now, so the repair is postponed. */
export class NotNow extends Error {
  override readonly name = 'NotNow';
}

/**
 * Repairs a finding if it still applies. An interrupted repair is retried; operation ids make it idempotent. Returns
 * whether it was repaired; otherwise it is left to an operator.
 * @throws NotNow, ConnectorMisuse, and retryable failures if the connector does not respond
 */
export async function repair(parts: RepairParts, finding: RecordedFinding): Promise<boolean> {
  const name = readOperationName(finding.operationID);
  const recorded = await findRecordedOperation(parts, finding);
  const why = !name || !recorded ? 'entityMissing' : await execute(parts, { finding, name, recorded });
  const { database } = parts.store;
  if (why === undefined) await recordRepair(database, finding.id);
  else await recordUnrepaired(database, finding.id, { repairProblem: why });
  return why === undefined;
}

interface Found {
  finding: RecordedFinding;
  name: OperationName;
  recorded: RecordedOperation;
}

/** Returns why it could not be repaired; undefined after a repair. */
async function execute(parts: RepairParts, found: Found): Promise<RepairProblem | undefined> {
  const { finding, recorded } = found;
  if (finding.repair === 'void') return voidHold(parts, found);
  if (recorded.state !== 'open') return undefined;
  const { asOf } = parts;
  if (isDeciding(recorded, asOf)) throw new NotNow('its workflow is about to decide');
  if (isOverdue(recorded, asOf)) return 'overdue';
  return lookUpAndRecord(parts, found);
}

/** Voids a hold that no later step of the payment needs. */
async function voidHold(
  { connector, connectorTimeoutMs }: RepairParts,
  { finding, name, recorded }: Found,
): Promise<RepairProblem | undefined> {
  if (name.entity !== 'payment') return 'noHold';
  const isOver = recorded.kind === 'void' ? recorded.state === 'done' : recorded.state === 'undone';
  if (!isOver) return 'entityChanged';
  const attempt = { invoiceID: name.invoiceID, id: name.paymentID, attempt: name.attempt };
  const { connectorReference } = finding;
  const reference =
    recorded.authorisation?.connectorReference ?? (recorded.kind === 'void' ? null : connectorReference);
  const authorisation = {
    kind: 'authorise' as const,
    operationID: paymentOperationID(attempt, 'authorise'),
    ...(reference === null ? {} : { connectorReference: reference }),
  };
  const request = { operationID: paymentOperationID(attempt, 'lateVoid'), authorisation };
  const send = (voiding: VoidRequest) => connector.void(voiding);
  const deadline = new StepDeadline('repeated', connectorTimeoutMs);
  const answer = await carryOutFollowUp(connector, { kind: 'void', request, send, attempt: 'first', deadline });
  if (answer.kind === 'approved') return undefined;
  return answer.kind === 'declined' ? 'voidDeclined' : 'voidInvalid';
}

/** Records the outcome and signals the waiting workflow. */
async function lookUpAndRecord(parts: RepairParts, { finding, name }: Found): Promise<RepairProblem | undefined> {
  await record(parts, name);
  const workflowID = waitingWorkflow(name);
  if (workflowID) {
    const { store } = parts;
    await appendCommands(store.database, [{ kind: 'signal', workflowID, signal: signals.interactionEnded, args: [] }]);
    store.wakeUp.send('outbox');
  }
  const after = await findRecordedOperation(parts, finding);
  return after?.state === 'open' ? 'stillOpen' : undefined;
}

async function record({ steps }: RepairParts, name: OperationName): Promise<void> {
  switch (name.entity) {
    case 'payment': {
      const { invoiceID, paymentID } = name;
      const ref = { invoiceID, paymentID };
      if (name.kind === 'authorise') await steps.lookUpAuthorisation(ref);
      else await steps.captureOrVoidAfterLookUp(ref);
      return;
    }
    case 'refund': {
      const { invoiceID, paymentID, refundID } = name;
      await steps.refundAfterLookUp({ invoiceID, paymentID, refundID });
      return;
    }
    case 'binding': {
      const { customerID, bindingID } = name;
      await steps.lookUpVerification({ customerID, bindingID });
      return;
    }
    case 'withdrawal':
      await steps.payOutAfterLookUp({ withdrawalID: name.withdrawalID });
      return;
    case 'payout':
      await steps.sendPayout({ payoutID: name.payoutID });
  }
}

/** Returns the workflow that may wait for an interaction. */
function waitingWorkflow(name: OperationName): string | undefined {
  switch (name.entity) {
    case 'payment':
      return name.kind === 'authorise' ? workflowIDs.payment(name.invoiceID, name.paymentID) : undefined;
    case 'binding':
      return workflowIDs.binding(name.customerID, name.bindingID);
    case 'withdrawal':
      return workflowIDs.withdrawal(name.withdrawalID);
    case 'payout':
      return workflowIDs.payout(name.payoutID);
    case 'refund':
      return undefined;
  }
}

async function findRecordedOperation(
  { store }: RepairParts,
  { connector, operationID }: RecordedFinding,
): Promise<RecordedOperation | undefined> {
  const found = await findRecordedOperations(store.database, { connector, operationIDs: [operationID] });
  return found.get(operationID);
}
