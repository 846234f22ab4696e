/** All workflows by type, as named in `workflows/names/workflow-messages.ts`. */
export { dueInvoices } from './invoice/due-invoices.workflow';
export { operatorCommand } from './operator-command/operator-command.workflow';
export { payment } from './payment/payment.workflow';
export { binding } from './binding/binding.workflow';
export { refund } from './refund/refund.workflow';
export { delivery } from './webhook/delivery.workflow';
export { endpoint } from './webhook/endpoint.workflow';
export { destination } from './destination/destination.workflow';
export { destinationExpiry } from './destination/destination-expiry.workflow';
export { withdrawal } from './withdrawal/withdrawal.workflow';
export { reconciliation } from './reconciliation/reconciliation.workflow';
export { lateSuccess } from './late-success/late-success.workflow';
export { dispute } from './dispute/dispute.workflow';
export { settlementReceipt } from './settlement-receipt/settlement-receipt.workflow';
export { retention } from './retention/retention.workflow';
export { erasure } from './erasure/erasure.workflow';
export { reencryption } from './encryption/reencryption.workflow';
export { registry, report } from './report/report.workflow';
