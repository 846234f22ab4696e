import type { ConsoleTexts } from '../ru';

export const today: ConsoleTexts['today'] = {
  title: 'Today',
  attempts: 'Attempts',
  approved: 'Approved',
  declined: 'Declined',
  rate: 'Approval rate',
  weekAgo: 'a week ago',
  now: 'now',
  byHour: 'By hour: attempts and approvals',
  by: 'Show by',
  reason: 'reason',
  connector: 'connector',
  shop: 'shop',
  tool: 'tool',
  key: { reason: 'Reason', connector: 'Connector', shop: 'Shop', tool: 'Tool', hour: 'Hour' },
  empty: 'There were no attempts in the last day.',
  emptyHelp: 'Statistics cover full hours (UTC).',
  complete: (moment) => `Complete until ${moment}`,
  table: 'The same data as a table',
};
