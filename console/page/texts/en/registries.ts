import { readableTexts } from '../../parts/readable-name';
import type { ConsoleTexts } from '../ru';

export const registries: ConsoleTexts['registries'] = {
  ...readableTexts('statement month period rows files keptUntil'),
  help: 'CSV and XLSX files are made in the background: the page may be closed. Dates are in your time, times in the files are UTC.',
  kind: 'Contents',
  kinds: {
    ...{ payments: 'Payments', refunds: 'Refunds', withdrawals: 'Withdrawals', settlementStatement: 'Batch statement' },
    ...{ settlementMonth: 'Month statement', serviceAcceptanceAct: 'Act', feeInvoice: 'Invoice' },
  },
  order: 'Order a registry',
  ordered: 'The registry is ordered',
  missing: 'Choose whose operations you need, and both dates',
  wrongPeriod: 'The period must not begin after its end',
  own: 'Ordered by you',
  ofParty: 'Registries of the merchant',
  empty: 'There are no registries yet',
  emptyHelp: 'Choose the contents and the dates, then press “Order a registry”.',
  orderedAt: 'Ordered',
  building: (percent) => `Under way: ${percent} %`,
  statuses: { pending: 'under way', created: 'ready', canceled: 'failed' },
  again: 'Order it again',
  download: (format) => `Download ${format}`,
  scope: 'Whose operations',
};
