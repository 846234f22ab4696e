import { bindingWorkflow } from '../../payments/binding/binding.create';
import { destinationExpiryRecovery } from '../../wallets/destination/destination-expiry';
import { buildAuthorisationStart } from '../../wallets/destination/destination.create';
import { disputeRecovery } from '../../payments/dispute/dispute-notices';
import { dueInvoicesRecovery } from '../../payments/invoice/invoice.recovery';
import { operatorCommandRecovery } from '../operator-command/operator-command.recovery';
import { paymentWorkflow } from '../../payments/payment/payment.start';
import { reconciliationRecovery } from '../reconciliation/reconciliation.recovery';
import { refundWorkflow } from '../../payments/refund/refund.create';
import { payoutRecovery } from '../../merchants/settlement/payout.recovery';
import { reportWorkflow } from '../../merchants/report/report.insert';
import { startOfEndpoint } from '../../delivery/webhook/delivery.commands';
import { retentionRecovery } from '../../platform/retention/retention.recovery';
import { erasureRecovery } from '../person/erasure.transitions';
import { rotationRecovery } from '../../platform/key-rotation/key-rotation';
import { withdrawalWorkflow } from '../../wallets/withdrawal/withdrawal.create';
import { recoverable, parseWorkflowId, type RecoverableEntity, type RecoverableQuery } from './recoverable-entity';
import { trackedRecovery } from './tracked-workflows';

type Given<Start extends (entity: never) => unknown> = Parameters<Start>[0];

const OWNER = 'e.party_id AS "partyID", e.shop_id AS "shopID", e.status';
const CASH = 'e.amount AS "amountMinor", e.currency';
const SHOP = '(SELECT s.name FROM shops s WHERE s.id = e.shop_id) AS shop';

const PAYMENTS: RecoverableQuery<Given<typeof paymentWorkflow>> = {
  kind: 'payment',
  from: 'payments e',
  select: `e.invoice_id AS "invoiceID", e.id, e.processing_deadline AS "processingDeadline",
    e.review_until AS "reviewUntil", e.flow, ${OWNER}, ${CASH}, ${SHOP},
    e.payer -> 'toolDetails' ->> 'type' AS method`,
  isOpen: `e.status IN ('pending', 'processed')`,
  key: [
    ['invoice_id', 'text'],
    ['id', 'text'],
  ],
  parseKey: parseWorkflowId('payment/'),
  start: paymentWorkflow,
};

const BINDINGS: RecoverableQuery<Given<typeof bindingWorkflow>> = {
  kind: 'binding',
  from: 'customer_bindings e',
  select: `e.customer_id AS "customerID", e.id, e.deadline, ${OWNER}, ${SHOP}`,
  isOpen: `e.status = 'pending'`,
  key: [
    ['customer_id', 'text'],
    ['id', 'text'],
  ],
  parseKey: parseWorkflowId('binding/'),
  start: bindingWorkflow,
};

/** Every kind of entity that needs a running workflow; webhook queues with workflows of their own have another sweep. */
export const RECOVERABLE: readonly RecoverableEntity[] = [
  dueInvoicesRecovery,
  destinationExpiryRecovery,
  retentionRecovery,
  rotationRecovery,
  erasureRecovery,
  reconciliationRecovery,
  operatorCommandRecovery,
  disputeRecovery,
  payoutRecovery,
  trackedRecovery,
  recoverable(PAYMENTS),
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
    parseKey: parseWorkflowId('refund/'),
    start: refundWorkflow,
  }),
  recoverable(BINDINGS),
  recoverable<Given<typeof withdrawalWorkflow>>({
    kind: 'withdrawal',
    from: 'withdrawals e',
    select: `e.id, e.party_id AS "partyID", e.status, e.source_amount AS "sourceMinor", e.source_currency AS "sourceCurrency",
      e.wallet_id AS "walletID"`,
    isOpen: `e.status = 'Pending'`,
    key: [['id', 'text']],
    parseKey: parseWorkflowId('withdrawal/'),
    start: withdrawalWorkflow,
  }),
  recoverable<Given<typeof buildAuthorisationStart>>({
    kind: 'destination',
    from: 'destinations e JOIN wallet_providers p ON p.id = e.provider_id',
    select: `e.id, e.party_id AS "partyID", e.status, e.resource_type AS "resourceType",
      CASE WHEN e.authorisation_ended_at IS NULL THEN p.destination_authorisation ELSE 'operator' END
        AS "destinationAuthorisation"`,
    isOpen: `e.status = 'Unauthorized' AND e.rejected_at IS NULL`,
    key: [['id', 'text']],
    parseKey: parseWorkflowId('destination/'),
    start: buildAuthorisationStart,
  }),
  recoverable<Given<typeof reportWorkflow>>({
    kind: 'report',
    from: '(SELECT r.*, coalesce(r.identity_id, r.scope_id) AS scope FROM reports r) e',
    select: `e.id::integer, e.party_id AS "partyID", e.scope AS "scopeID", e.type, e.status, e.from_time AS "fromTime",
      e.to_time AS "toTime"`,
    isOpen: `e.status = 'pending'`,
    key: [
      ['scope', 'text'],
      ['id', 'bigint'],
    ],
    parseKey: parseWorkflowId('report/'),
    start: reportWorkflow,
  }),
  // Only overdue queues: nothing is lost before, or while the workflow attempts deliveries in time.
  recoverable<Given<typeof startOfEndpoint>>({
    kind: 'endpoint',
    from: `(
      SELECT q.webhook_id, min(q.retry_at) AS created_at FROM webhook_queues q WHERE q.state = 'batched' GROUP BY q.webhook_id
    ) e JOIN webhooks w ON w.id = e.webhook_id AND w.paused_at IS NULL`,
    select: 'e.webhook_id AS "webhookID", w.party_id AS "partyID", w.shop_id AS "shopID"',
    isOpen: 'true',
    key: [['webhook_id', 'text']],
    parseKey: (workflowID) => (/^webhook\/[^/]+$/.test(workflowID) ? [workflowID.slice('webhook/'.length)] : undefined),
    start: startOfEndpoint,
  }),
];

/** Workflows end their entities within a minute after the deadline; later ones stand still. */
const GRACE = `interval '3 minutes'`;

/** Entities whose workflow should have ended them, or have decided about their hold. */
export const OVERDUE: readonly RecoverableEntity[] = [
  recoverable({
    ...PAYMENTS,
    isOverdue: true,
    isOpen: `${PAYMENTS.isOpen} AND CASE WHEN e.status = 'pending' THEN coalesce(e.review_until, e.processing_deadline)
      WHEN e.target IS NULL THEN e.held_until END < now() - ${GRACE}`,
  }),
  recoverable({ ...BINDINGS, isOverdue: true, isOpen: `${BINDINGS.isOpen} AND e.deadline < now() - ${GRACE}` }),
];
