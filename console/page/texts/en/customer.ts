import type { ConsoleTexts } from '../ru';

export const customer: ConsoleTexts['customer'] = {
  phone: 'Phone',
  deletedAt: 'Deleted',
  bindings: 'Bindings',
  noBindings: 'There are no bindings.',
  active: 'used for charges',
  noPayments: 'There were no payments.',
  statuses: { ready: 'ready for charges', unready: 'no successful binding', deleted: 'deleted' },
  bindingStatuses: { pending: 'being verified', succeeded: 'successful', failed: 'failed' },
};
