import type { FoundOperation } from '../../http/operations';

/** Names of entities in 404 responses by the last fixed segment of the path. */
const NAMES: Readonly<Record<string, string>> = {
  invoices: 'Invoice',
  payments: 'Payment',
  refunds: 'Refund',
  chargebacks: 'Chargeback',
  evidence: 'Document',
  customers: 'Customer',
  bindings: 'Customer binding',
  'invoice-templates': 'Invoice template',
  webhooks: 'Webhook',
  'api-keys': 'Key',
  shops: 'Shop',
  parties: 'Party',
  events: 'Event',
  contracts: 'Contract',
  adjustments: 'Contract adjustment',
  categories: 'Category',
  'payment-institutions': 'Payment institution',
};

export function nameEntity({ path }: Pick<FoundOperation, 'path'>): string {
  const fixed = path.split('/').filter((part) => part in NAMES);
  return NAMES[fixed.at(-1) ?? ''] ?? 'Entity';
}
