import { log, type Info } from '@temporalio/activity';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { assertOwnId, isWorkflowType, refused, type WorkflowType } from '../workflow-names/own-workflow';
import type { BindingActivities } from '../workflows/payments/binding/binding.contract';
import type { DestinationActivities } from '../workflows/wallets/destination/destination.contract';
import type { ExpiryActivities } from '../workflows/wallets/destination/destination-expiry.contract';
import type { DisputeActivities, DisputeAnswerActivities } from '../workflows/payments/dispute/dispute.contract';
import type { ReencryptionActivities } from '../workflows/platform/encryption/reencryption.contract';
import type { ErasureActivities } from '../workflows/operators/erasure/erasure.contract';
import type { DueInvoicesActivities } from '../workflows/payments/invoice/due-invoices.contract';
import type { LateSuccessActivities } from '../workflows/payments/late-success/late-success.contract';
import type { OperatorCommandActivities } from '../workflows/operators/operator-command/operator-command.contract';
import type { PaymentActivities } from '../workflows/payments/payment/payment.contract';
import type { ReconciliationActivities } from '../workflows/operators/reconciliation/reconciliation.contract';
import type { RefundActivities } from '../workflows/payments/refund/refund.contract';
import type { ReportActivities } from '../workflows/merchants/report/report.contract';
import type { RetentionActivities } from '../workflows/platform/retention/retention.contract';
import type { SettlementReceiptActivities } from '../workflows/payments/settlement-receipt/settlement-receipt.contract';
import type { WebhookActivities } from '../workflows/delivery/webhook/delivery.contract';
import type { ReportDownloadActivities } from '../workflows/merchants/settlement/report-download.contract';
import type { BankAccountNoticeActivities } from '../workflows/merchants/settlement/bank-account-notice.contract';
import type { SettlementActivities } from '../workflows/merchants/settlement/settlement.contract';
import type { EndpointActivities } from '../workflows/delivery/webhook/endpoint.contract';
import type { WithdrawalActivities } from '../workflows/wallets/withdrawal/withdrawal.contract';

/** The activities that a workflow of each type schedules; a missing name of a contract does not compile. */
const ACTIVITIES: Readonly<Record<WorkflowType, Readonly<Record<string, true>>>> = {
  payment: {
    endReview: true,
    authorise: true,
    authoriseAfterLookUp: true,
    lookUpAuthorisation: true,
    expireAuthorisation: true,
    captureOrVoid: true,
    captureOrVoidAfterLookUp: true,
  } satisfies Record<keyof PaymentActivities, true>,
  binding: {
    verify: true,
    verifyAfterLookUp: true,
    lookUpVerification: true,
    expireVerification: true,
  } satisfies Record<keyof BindingActivities, true>,
  refund: { refund: true, refundAfterLookUp: true } satisfies Record<keyof RefundActivities, true>,
  withdrawal: { payOut: true, payOutAfterLookUp: true } satisfies Record<keyof WithdrawalActivities, true>,
  dueInvoices: { cancelDueInvoices: true } satisfies Record<keyof DueInvoicesActivities, true>,
  destination: { authoriseDestination: true } satisfies Record<keyof DestinationActivities, true>,
  destinationExpiry: { expireDestinations: true } satisfies Record<keyof ExpiryActivities, true>,
  operatorCommand: { admitCommand: true, executeCommand: true } satisfies Record<keyof OperatorCommandActivities, true>,
  retention: { deleteExpired: true } satisfies Record<keyof RetentionActivities, true>,
  reencryption: { reencryptPage: true, finishReencryption: true } satisfies Record<keyof ReencryptionActivities, true>,
  erasure: { advanceErasure: true } satisfies Record<keyof ErasureActivities, true>,
  reconciliation: { compareNextWindow: true, repairFindings: true } satisfies Record<
    keyof ReconciliationActivities,
    true
  >,
  lateSuccess: { recordLateSuccess: true } satisfies Record<keyof LateSuccessActivities, true>,
  dispute: { applyDispute: true } satisfies Record<keyof DisputeActivities, true>,
  disputeAnswer: { answerDispute: true } satisfies Record<keyof DisputeAnswerActivities, true>,
  settlementReceipt: { settlePrepayment: true } satisfies Record<keyof SettlementReceiptActivities, true>,
  reportDownload: { downloadReport: true } satisfies Record<keyof ReportDownloadActivities, true>,
  settlementClose: { closeScheduledBatch: true } satisfies Partial<Record<keyof SettlementActivities, true>>,
  payout: { readPayout: true, sendPayout: true } satisfies Partial<Record<keyof SettlementActivities, true>>,
  bankAccountNotice: { sendBankAccountNotice: true } satisfies Record<keyof BankAccountNoticeActivities, true>,
  report: { buildFile: true, completeReport: true, cancelReport: true } satisfies Partial<
    Record<keyof ReportActivities, true>
  >,
  registry: { buildRegistryFile: true, completeReport: true, cancelReport: true } satisfies Partial<
    Record<keyof ReportActivities, true>
  >,
  delivery: { readQueueStatus: true, deliverQueue: true, discardQueue: true } satisfies Record<
    keyof WebhookActivities,
    true
  >,
  endpoint: {
    rebalanceEndpoint: true,
    attemptDue: true,
    attemptSubject: true,
    makeDue: true,
    discardBatched: true,
  } satisfies Record<keyof EndpointActivities, true>,
};

/**
 * Refuses an activity that no workflow of the platform schedules: the type of the workflow, its id and the input must belong
 * together. Local activities come from the worker's own workflow code, which has checked its start, so they cost nothing.
 */
export function ownActivities(taskQueue: string): ActivityInterceptorsFactory {
  return ({ info }) => ({
    inbound: {
      execute: async (input, next) => {
        if (!info.isLocal) assertOwn(info, taskQueue, input.args[0]);
        return next(input);
      },
    },
  });
}

function assertOwn(info: Info, taskQueue: string, given: unknown): void {
  const { activityType, workflowExecution, workflowType = '' } = info;
  try {
    if (!isWorkflowType(workflowType) || !Object.hasOwn(ACTIVITIES[workflowType], activityType)) {
      throw refused(`a ${workflowType} does not schedule ${activityType}`);
    }
    // Two activities take an id alone.
    const input = typeof given === 'string' ? { destinationID: given, erasureID: given } : given;
    assertOwnId({ workflowType, workflowId: workflowExecution?.workflowId ?? '', taskQueue }, input);
  } catch (error) {
    log.error('an activity was refused: the platform has not scheduled it', { reason: String(error) });
    throw error;
  }
}
