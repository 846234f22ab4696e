import { createBindingActivities } from '../activities/payments/binding/binding.activities';
import { createDestinationActivities } from '../activities/wallets/destination/destination.activities';
import { createDisputeAnswerActivities } from '../activities/payments/dispute/dispute-answer.activities';
import { createDisputeActivities } from '../activities/payments/dispute/dispute.activities';
import { createReencryptionActivities } from '../activities/platform/encryption/reencryption.activities';
import { createErasureActivities } from '../activities/operators/erasure/erasure.activities';
import { createInvoiceActivities } from '../activities/payments/invoice/invoice.activities';
import { COMMAND_EXECUTORS } from '../operators/commands/command-executors';
import { createOperatorCommandActivities } from '../activities/operators/operator-command/operator-command.activities';
import { createPaymentActivities } from '../activities/payments/payment/payment.activities';
import { createSettlementReceiptActivities } from '../activities/payments/payment/settlement-receipt.activities';
import { createLateSuccessActivities } from '../activities/operators/reconciliation/late-success.activities';
import { createReconciliationActivities } from '../activities/operators/reconciliation/reconciliation.activities';
import { createRefundActivities } from '../activities/payments/refund/refund.activities';
import { createReportActivities } from '../activities/merchants/report/report.activities';
import { createRetentionActivities } from '../activities/platform/retention/retention.activities';
import { createBankAccountNoticeActivities } from '../activities/merchants/settlement/bank-account-notice.activities';
import { createReportDownloadActivities } from '../activities/merchants/settlement/report-download.activities';
import { createSettlementActivities } from '../activities/merchants/settlement/settlement.activities';
import { createWebhookActivities } from '../activities/delivery/webhook/webhook.activities';
import { createWithdrawalActivities } from '../activities/wallets/withdrawal/withdrawal.activities';
import type { AccountConnectors } from '../connectors/account-connectors';
import type { MailSettings } from '../activities/platform/mail/send-mail';
import type { CardForwarder } from '../activities/platform/operation/card-transport';
import type { CardVault } from '../store/payments/card-vault/card-vault';
import { databaseClock } from '../store/postgres/database-clock';
import type { FileStorage } from '../files/file-storage';
import type { ObserveComparison } from './reconciliation.metrics';

export interface ActivitiesInput {
  connectors: AccountConnectors;
  /** Sends requests with cards, and deletes cards. */
  vault: CardForwarder & CardVault;
  apiUrl: string;
  files: FileStorage;
  delivery: Parameters<typeof createWebhookActivities>[0];
  onCompared: ObserveComparison;
  /** Metadata keys whose values are personal data. */
  personalMetadataKeys: readonly string[];
  mail: MailSettings;
}

/** The activities of every task queue of the worker. */
export function createActivities(input: ActivitiesInput) {
  const { connectors, vault, apiUrl, files, delivery, onCompared, personalMetadataKeys, mail } = input;
  const { store } = delivery;
  const clock = databaseClock(store.database);
  const webhookActivities = createWebhookActivities(delivery);
  const reportActivities = createReportActivities({ store, files });
  const forPayments = { store, connectors, vault, apiUrl, clock };
  const steps = {
    ...createPaymentActivities(forPayments),
    ...createBindingActivities({ store, connectors, vault, apiUrl, clock }),
    ...createRefundActivities({ store, connectors }),
    ...createWithdrawalActivities({ store, connectors, vault, apiUrl }),
    ...createSettlementActivities({ store, connectors, apiUrl }),
  };
  const activities = {
    ...createInvoiceActivities({ store, clock }),
    ...steps,
    ...createOperatorCommandActivities(store, COMMAND_EXECUTORS),
    ...createDestinationActivities({ store, clock }),
    ...createRetentionActivities({ store, vault, files, metadataKeys: personalMetadataKeys }),
    ...createReencryptionActivities({ store }),
    ...createErasureActivities({ store, vault, metadataKeys: personalMetadataKeys }),
    ...createReconciliationActivities({ store, connectors, steps, clock, onCompared }),
    ...createLateSuccessActivities({ store, connectors, steps }),
    ...createDisputeActivities({ store, connectors, clock }),
    ...createDisputeAnswerActivities({ store, connectors, files }),
    ...createSettlementReceiptActivities({ store, connectors }),
    ...createBankAccountNoticeActivities({ store, mail }),
    ...createReportDownloadActivities({ store, connectors }),
    ...reportActivities,
    ...webhookActivities,
  };
  const firstSteps = { ...steps, ...createPaymentActivities({ ...forPayments, isDispatcher: true }) };
  return { activities, webhookActivities, reportActivities, firstSteps };
}
