import type { ConsoleTexts } from '../ru';

/** Of those that are no English words already. */
export const statuses: ConsoleTexts['statuses'] = {
  processed: 'held',
  charged_back: 'charged back',
  AwaitingApproval: 'awaits approval',
  Approved: 'under way',
  Rejected: 'rejected',
  Expired: 'expired',
  Succeeded: 'succeeded',
  Failed: 'failed',
  Pending: 'pending',
};
