import type { ConsoleTexts } from '../ru';

export const search: ConsoleTexts['search'] = {
  placeholder: 'Id, e-mail, last 4 digits, RRN, amount',
  help: 'The whole value is compared. An amount may have a currency: “1,250.50 RUB”. A card with an amount: “4242 1,250.50”.',
  recent: 'Opened recently',
  nothing: 'Nothing found. Check for a typing error: values must match exactly.',
  find: 'Find',
  /** Of those that are no English words already. */
  matched: {
    externalID: 'external id',
    email: 'e-mail',
    lastFour: 'card digits',
    rrn: 'RRN',
    approvalCode: 'approval code',
    connectorReference: 'id at the provider',
  },
};
