import type { FailureTexts } from './outcome-text';

export const failuresOf: FailureTexts = {
  cardInWallet: {
    InvalidPaymentTool: { advice: 'Choose another card in {wallet}[ or another way to pay].' },
    AccountLimitsExceeded: { advice: 'Change the limit in your bank’s app or choose another card in {wallet}.' },
    InsufficientFunds: { advice: 'Top up the card or choose another one in {wallet}.' },
    PreauthorizationFailed: { advice: 'The bank got no confirmation. Try again[ or choose another way to pay].' },
    RejectedByIssuer: { advice: 'Only your bank knows why. Call it or choose another card in {wallet}.' },
    PaymentRejected: { advice: 'Try again or choose another card in {wallet}.' },
  },
  binding: {
    PreauthorizationFailed: { title: 'The card was not confirmed' },
    RejectedByIssuer: { title: 'Your bank declined the card' },
    InsufficientFunds: { advice: 'Top up the card or use another one.' },
    PaymentRejected: { title: 'The card was not saved', advice: 'Try again or use another card.' },
    methodRefused: { title: 'The shop does not save such cards', advice: 'Use another card.' },
    wrongData: { advice: 'There is a mistake in it, so the card was not saved.' },
    underWay: {
      title: 'The card is already being saved',
      advice: 'It was started in another tab or a moment ago. Wait for its result.',
    },
    shopClosed: { title: 'The shop saves no cards now' },
    noMethods: { title: 'No card can be saved now', advice: 'The shop takes no cards. Please write to it.' },
  },
  phone: {
    InvalidPaymentTool: {
      title: 'The operator did not accept the number',
      advice: 'Check the phone number[ or choose another way to pay].',
    },
    AccountLimitsExceeded: { advice: 'Ask your operator about the limit[ or choose another way to pay].' },
    InsufficientFunds: { advice: 'Top up your phone balance[ or choose another way to pay].' },
    PreauthorizationFailed: { advice: 'The operator got no confirmation. Try again[ or choose another way to pay].' },
    RejectedByIssuer: {
      title: 'Your operator declined the payment',
      advice: 'Only your operator knows why. Call it[ or choose another way to pay].',
    },
  },
  wallet: {
    InvalidPaymentTool: {
      title: 'The wallet was not accepted',
      advice: 'Check the wallet number[ or choose another way to pay].',
    },
    AccountLimitsExceeded: { advice: 'Change the limit of your wallet[ or choose another way to pay].' },
    InsufficientFunds: { advice: 'Top up your wallet[ or choose another way to pay].' },
    PreauthorizationFailed: { advice: 'The wallet got no confirmation. Try again[ or choose another way to pay].' },
    RejectedByIssuer: {
      title: 'Your wallet declined the payment',
      advice: 'Only your wallet knows why. Try again[ or choose another way to pay].',
    },
  },
  transfer: {
    InvalidPaymentTool: { title: 'This payment was not accepted', advice: 'Try again[ or choose another way to pay].' },
    AccountLimitsExceeded: { advice: '[Choose another way to pay.|Please write to the shop.]' },
    InsufficientFunds: { advice: 'Top up your account[ or choose another way to pay].' },
    PreauthorizationFailed: {
      advice: 'We got no confirmation that you have paid. Try again[ or choose another way to pay].',
    },
    RejectedByIssuer: { title: 'The payment was declined', advice: 'Try again[ or choose another way to pay].' },
    abandoned: { advice: 'Do not use the earlier code or address any more.[ Choose how to pay.]' },
  },
};
