import type { Payment } from '../../../domain/payments/payment/payment';
import { formatAmount } from '../../../domain/platform/money/amount-text';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { workflowTypes } from '../../../workflow-names/workflow-messages';
import type { StartCommand } from '../../change-log';
import { workflowMemo, type MemoFacts } from '../../workflow-memo';

/** The command that starts a payment's workflow. */
export function paymentWorkflow(
  payment: Pick<
    Payment,
    | ('invoiceID' | 'id' | 'processingDeadline' | 'reviewUntil')
    | ('partyID' | 'shopID' | 'flow' | 'amountMinor' | 'currency' | 'status')
  > &
    MemoFacts,
): StartCommand {
  return {
    kind: 'start',
    workflowID: workflowIDs.payment(payment.invoiceID, payment.id),
    workflowType: workflowTypes.payment,
    args: [
      {
        invoiceID: payment.invoiceID,
        paymentID: payment.id,
        processingDeadline: rfc3339Text(payment.processingDeadline),
        ...(payment.reviewUntil && { reviewUntil: rfc3339Text(payment.reviewUntil) }),
      },
    ],
    searchAttributes: {
      PartyID: payment.partyID,
      ShopID: payment.shopID,
      InvoiceID: payment.invoiceID,
      EntityStatus: payment.status,
    },
    summary: `${payment.flow === 'hold' ? 'Hold' : 'Payment'} of ${formatAmount(payment)}`,
    memo: workflowMemo({ amount: formatAmount(payment), shop: payment.shop, method: payment.method }),
  };
}
