import type { ConsoleTexts } from '../ru';

export const queue: ConsoleTexts['queue'] = {
  title: 'Work queue',
  empty: 'Nothing waits here.',
  emptyHelp: 'The list updates automatically every 15 seconds.',
  due: 'Due or since',
  approve: 'Approve',
  reject: 'Reject',
  accept: 'Accept',
  contest: 'Contest',
  resolve: 'Close',
  open: 'Open',
  resolveHelp: 'The finding stays in the audit log with your reason.',
  acceptHelp: 'The payer keeps the money.',
  contestHelp: 'The bank gets an objection; the merchant keeps the money if it wins.',
  requested: (who, what, subject) => `${who} requests: ${what}. ${subject}`,
  findings: {},
  phrases: {},
  kinds: {
    approvals: 'Approvals',
    destinations: 'Destinations',
    chargebacks: 'Chargebacks',
    endingHolds: 'Ending holds',
    payouts: 'Pending payouts',
    findings: 'Reconciliation findings',
    endpoints: 'Failing endpoints',
  },
};
