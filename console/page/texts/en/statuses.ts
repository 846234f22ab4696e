import type { ConsoleTexts } from '../ru';

export const statuses: ConsoleTexts['statuses'] = {
  pending: 'pending',
  processed: 'held',
  captured: 'captured',
  cancelled: 'cancelled',
  refunded: 'refunded',
  failed: 'failed',
  charged_back: 'charged back',
  succeeded: 'succeeded',
  accepted: 'accepted',
  rejected: 'rejected',
  AwaitingApproval: 'awaits approval',
  Approved: 'under way',
  Rejected: 'rejected',
  Expired: 'expired',
  Succeeded: 'succeeded',
  Failed: 'failed',
  paid: 'paid',
  unpaid: 'unpaid',
  fulfilled: 'fulfilled',
  Pending: 'pending',
};
