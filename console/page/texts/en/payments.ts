import type { ConsoleTexts } from '../ru';

export const payments: ConsoleTexts['payments'] = {
  title: 'Payments',
  chooseShop: 'Choose a shop',
  chooseShopHelp: 'Payments are listed by shop: choose one in the filter, or find a payment by its number with Ctrl+K.',
  empty: 'There are no such payments',
  emptyHelp: 'Widen the dates or remove filters.',
  last4: 'Last 4 digits',
  clear: 'Reset filters',
  apply: 'Show',
  number: 'Number',
  order: 'Order',
  actions: 'Actions',
  refund: 'Refund',
  methods: {
    bankCard: 'Card',
    paymentTerminal: 'Terminal',
    digitalWallet: 'Wallet',
    cryptoWallet: 'Crypto currency',
    mobileCommerce: 'Phone bill',
    customerPayer: 'Saved card',
    recurrentPayer: 'Recurring charge',
  },
  tool: 'Tool',
  wrongAmount: 'Choose a shop and enter an amount in its currency, such as 1,250.50',
  filters: 'Filters',
};
