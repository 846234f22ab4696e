import { bindingWorkflow } from '../binding/binding.create';
import { depositLifelines } from '../deposit/deposit.recovery';
import { destinationExpiryLifeline } from '../destination/destination-expiry';
import { authorisation } from '../destination/destination.create';
import { dueInvoicesLifeline } from '../invoice/invoice.recovery';
import { paymentWorkflow } from '../payment/payment.create';
import { reconciliationLifeline } from '../reconciliation/reconciliation.recovery';
import { refundWorkflow } from '../refund/refund.create';
import { reportWorkflow } from '../report/report.create';
import { startOfEndpoint } from '../webhook/delivery.commands';
import { retentionLifeline } from '../retention/retention.recovery';
import { rotationLifeline } from '../secrets/rotation';
import { withdrawalWorkflow } from '../withdrawal/withdrawal.create';
import { recoverable, parseWorkflowId, type RecoverableEntity } from './recoverable-entity';

type Given<Start extends (entity: never) => unknown> = Parameters<Start>[0];

/** Who started it and for how much, as its table has it. */
const OWNER = 'e.party_id AS "partyID", e.shop_id AS "shopID", e.status';
const CASH = 'e.amount AS "amountMinor", e.currency';

/**
 * Every kind of entity that a workflow carries to its end, the one workflow of all invoices' due dates, that of
 * authorisations of destinations, that of retention, and that of each connector. A chargeback is not
 * among them: it waits for an operator's command, which is a workflow of its own, and acts in one transaction. Queues of webhooks
 * that have each a workflow have a sweep of their own.
 */
export const RECOVERABLE: readonly RecoverableEntity[] = [
  dueInvoicesLifeline,
  destinationExpiryLifeline,
  retentionLifeline,
  rotationLifeline,
  reconciliationLifeline,
  recoverable<Given<typeof paymentWorkflow>>({
    kind: 'payment',
    from: 'payments e',
    select: `e.invoice_id AS "invoiceID", e.id, e.processing_deadline AS "processingDeadline", e.flow, ${OWNER}, ${CASH}`,
    isOpen: `e.status IN ('pending', 'processed')`,
    key: [
      ['invoice_id', 'text'],
      ['id', 'text'],
    ],
    keyOf: parseWorkflowId('payment/'),
    start: paymentWorkflow,
  }),
  recoverable<Given<typeof refundWorkflow>>({
    kind: 'refund',
    from: 'refunds e',
    select: `e.invoice_id AS "invoiceID", e.payment_id AS "paymentID", e.id, ${OWNER}, ${CASH}`,
    isOpen: `e.status = 'pending'`,
    key: [
      ['invoice_id', 'text'],
      ['payment_id', 'text'],
      ['id', 'text'],
    ],
    keyOf: parseWorkflowId('refund/'),
    start: refundWorkflow,
  }),
  recoverable<Given<typeof bindingWorkflow>>({
    kind: 'binding',
    from: 'customer_bindings e',
    select: `e.customer_id AS "customerID", e.id, e.deadline, ${OWNER}`,
    isOpen: `e.status = 'pending'`,
    key: [
      ['customer_id', 'text'],
      ['id', 'text'],
    ],
    keyOf: parseWorkflowId('binding/'),
    start: bindingWorkflow,
  }),
  recoverable<Given<typeof withdrawalWorkflow>>({
    kind: 'withdrawal',
    from: 'withdrawals e',
    select: `e.id, e.party_id AS "partyID", e.status, e.source_amount AS "sourceMinor", e.source_currency AS "sourceCurrency",
      e.wallet_id AS "walletID"`,
    isOpen: `e.status = 'Pending'`,
    key: [['id', 'text']],
    keyOf: parseWorkflowId('withdrawal/'),
    start: withdrawalWorkflow,
  }),
  recoverable<Given<typeof authorisation>>({
    kind: 'destination',
    from: 'destinations e JOIN wallet_providers p ON p.id = e.provider_id',
    select: `e.id, e.party_id AS "partyID", e.status, e.resource_type AS "resourceType",
      CASE WHEN e.authorisation_ended_at IS NULL THEN p.destination_authorisation ELSE 'operator' END
        AS "destinationAuthorisation"`,
    isOpen: `e.status = 'Unauthorized'`,
    key: [['id', 'text']],
    keyOf: parseWorkflowId('destination/'),
    start: authorisation,
  }),
  recoverable<Given<typeof reportWorkflow>>({
    kind: 'report',
    from: 'reports e',
    select: `e.id::integer, e.party_id AS "partyID", e.identity_id AS "identityID", e.status, e.from_time AS "fromTime",
      e.to_time AS "toTime"`,
    isOpen: `e.status = 'pending'`,
    key: [
      ['identity_id', 'text'],
      ['id', 'bigint'],
    ],
    keyOf: parseWorkflowId('report/'),
    start: reportWorkflow,
  }),
  // Only what is overdue: before, and where the workflow attempts what is due in time, nothing is left undone.
  recoverable<Given<typeof startOfEndpoint>>({
    kind: 'endpoint',
    from: `(
      SELECT q.webhook_id, min(q.retry_at) AS created_at FROM webhook_queues q WHERE q.state = 'batched' GROUP BY q.webhook_id
    ) e JOIN webhooks w ON w.id = e.webhook_id AND w.paused_at IS NULL`,
    select: 'e.webhook_id AS "webhookID", w.party_id AS "partyID", w.shop_id AS "shopID"',
    isOpen: 'true',
    key: [['webhook_id', 'text']],
    keyOf: (workflowID) => (/^webhook\/[^/]+$/.test(workflowID) ? [workflowID.slice('webhook/'.length)] : undefined),
    start: startOfEndpoint,
  }),
  ...depositLifelines,
];
