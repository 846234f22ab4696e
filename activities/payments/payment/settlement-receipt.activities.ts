import { ApplicationFailure, log } from '@temporalio/activity';
import { ConnectorMisuse } from '../../../connectors/connector';
import { ConnectorRejection } from '../../../connectors/connector-rejection';
import type { SettlementOutcome } from '../../../connectors/settlement';
import type { Payment } from '../../../domain/payments/payment/payment';
import { findInvoice } from '../../../store/payments/invoice/invoice.queries';
import { lockInvoice } from '../../../store/payments/invoice/invoice.table';
import { readPaymentBalance } from '../../../store/payments/payment/payment.balance';
import { listPayments } from '../../../store/payments/payment/payment.queries';
import { endTracking } from '../../../store/operators/recovery/tracked-workflows';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { reportFinding } from '../../../store/operators/reconciliation/report-finding';
import { readRemainingCart } from '../../../store/payments/refund/refund.table';
import { failureTypes } from '../../../workflow-names/workflow-messages';
import type {
  SettlementReceiptActivities,
  SettlementReceiptResult,
} from '../../../workflows/payments/settlement-receipt/settlement-receipt.contract';
import { toApplicationFailures } from '../../platform/operation/application-failures';
import { recordedConnector, type ConnectorDependencies } from '../../platform/operation/recorded-connector';
import { StepDeadline } from '../../platform/operation/step-deadline';
import { toAuthorisationReference } from './authorisation-reference';
import { toItems } from './connector-items';
import { toConnectorPayer } from './connector-payer';

type Refused = { kind: 'refused'; connectorReference?: string; text?: string };

/** Activities of settlement receipts. */
export function createSettlementReceiptActivities(dependencies: ConnectorDependencies): SettlementReceiptActivities {
  return {
    settlePrepayment: ({ invoiceID }) =>
      toApplicationFailures(async () => {
        const result = await settle(dependencies, invoiceID);
        await endTracking(dependencies.store.database, workflowIDs.settlementReceipt(invoiceID));
        return { result };
      }),
  };
}

async function settle(dependencies: ConnectorDependencies, invoiceID: string): Promise<SettlementReceiptResult> {
  const { database } = dependencies.store;
  const { status, partyID } = await findInvoice(database, invoiceID);
  if (status !== 'fulfilled') {
    throw ApplicationFailure.nonRetryable('the invoice is not fulfilled', failureTypes.notDue);
  }
  // Of a payment that was refunded as a whole nothing is left to settle.
  const payment = (await listPayments(database, { invoiceID, partyID })).find((each) => each.status === 'captured');
  const amountMinor = payment ? await readUnreturnedMinor(dependencies, payment) : 0n;
  if (!payment || amountMinor === 0n) return 'notOwed';
  const connector = await recordedConnector(dependencies, payment);
  if (!connector.settlePrepayment) return 'notOwed';
  const cart = (await readRemainingCart(database, { invoiceID, paymentID: payment.id, refundID: '' })) ?? payment.cart;
  const outcome = await orRefused(
    connector.settlePrepayment({
      operationID: getOperationID(payment),
      authorisation: toAuthorisationReference(payment),
      timeoutMs: new StepDeadline('repeated', dependencies.connectorTimeoutMs).nextTimeoutMs(),
      amount: amountMinor,
      currency: payment.currency,
      payer: toConnectorPayer(payment.payer),
      ...toItems(cart, amountMinor),
    }),
  );
  if (outcome.kind === 'unknown' || outcome.kind === 'pending') {
    throw ApplicationFailure.retryable('the receipt is not registered yet', 'OutcomeUnknown');
  }
  if (outcome.kind === 'refused') await listRefused(dependencies, { payment, amountMinor, outcome });
  return outcome.kind;
}

function getOperationID({ invoiceID, id }: Payment): string {
  return `payment/${invoiceID}.${id}/settlement-receipt`;
}

/** A pending refund decides first what the payer keeps. */
async function readUnreturnedMinor({ store }: ConnectorDependencies, payment: Payment): Promise<bigint> {
  const balance = await store.database.transaction(async (tx) => {
    await lockInvoice(store.database, payment.invoiceID, tx);
    return readPaymentBalance(store.database, payment, tx);
  });
  if (balance.hasPendingRefund) throw ApplicationFailure.retryable('a refund is pending', 'OutcomeUnknown');
  return balance.capturedMinor - balance.refundedMinor;
}

async function orRefused(
  settling: Promise<SettlementOutcome>,
): Promise<Exclude<SettlementOutcome, { kind: 'refused' }> | Refused> {
  try {
    return await settling;
  } catch (error) {
    if (!(error instanceof ConnectorMisuse)) throw error;
    const { code = error.name, parameter } = error instanceof ConnectorRejection ? error.fact : {};
    return { kind: 'refused', text: [code, parameter].filter(Boolean).join(':') };
  }
}

async function listRefused(
  { store }: ConnectorDependencies,
  { payment, amountMinor, outcome }: { payment: Payment; amountMinor: bigint; outcome: Refused },
): Promise<void> {
  const { invoiceID, id, connector, currency } = payment;
  if (connector === null) throw new Error('a captured payment has a connector');
  const operationID = getOperationID(payment);
  await reportFinding(store.database, connector, {
    ...{ kind: 'refusedReceipt', operationID, operationKind: 'capture', subject: `payment/${invoiceID}.${id}` },
    ...{
      facts: outcome.text === undefined ? {} : { text: outcome.text },
      currency,
      connectorMinor: 0n,
      recordedMinor: amountMinor,
      at: new Date(),
    },
    ...(outcome.connectorReference !== undefined && { connectorReference: outcome.connectorReference }),
  });
  log.warn('the second receipt of a prepayment was refused', { connector, operationID });
}
