import type { FoundOperation } from '../../http/operations';

/** Names of entities in the log by the last fixed segment of the path. */
const NAMES: Readonly<Record<string, string>> = {
  currencies: 'Currency',
  residences: 'Residence',
  providers: 'Provider',
  identities: 'Identity',
  wallets: 'Wallet',
  destinations: 'Destination',
  withdrawals: 'Withdrawal',
  events: 'Event',
  transfers: 'Transfer',
  reports: 'Report',
  files: 'File',
  webhooks: 'Webhook',
};

export function nameEntity({ path }: Pick<FoundOperation, 'path'>): string {
  const fixed = path.split('/').filter((part) => part in NAMES);
  return NAMES[fixed.at(-1) ?? ''] ?? 'Entity';
}
