import type { ConsoleTexts } from '../ru';

export const invoice: ConsoleTexts['invoice'] = {
  due: 'To be paid',
  dueDate: 'Pay by',
  product: 'Product',
  description: 'Description',
  cart: 'Cart',
  noPayments: 'The invoice has no payments.',
  fulfill: 'Fulfil',
  rescind: 'Rescind',
  fulfillHelp: 'Marks the order as delivered. This cannot be undone.',
  rescindHelp: 'The invoice can no longer be paid. This cannot be undone.',
};
