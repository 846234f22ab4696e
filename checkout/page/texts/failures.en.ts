import type { FailureTexts } from './outcome-text';

export const failuresOf: FailureTexts = {
  cardInWallet: {
    invalidTool: { advice: 'Choose another card in {wallet}[ or another way to pay].' },
    limitExceeded: { advice: 'Change the limit in your bank’s app or choose another card in {wallet}.' },
    insufficientFunds: { advice: 'Top up the card or choose another one in {wallet}.' },
    notConfirmed: { advice: 'The bank got no confirmation. Try again[ or choose another way to pay].' },
    rejectedByBank: { advice: 'Only your bank knows why. Call it or choose another card in {wallet}.' },
    rejected: { advice: 'Try again or choose another card in {wallet}.' },
  },
  binding: {
    notConfirmed: { title: 'The card was not confirmed' },
    rejectedByBank: { title: 'Your bank declined the card' },
    insufficientFunds: { advice: 'Top up the card or use another one.' },
    rejected: { title: 'The card was not saved', advice: 'Try again or use another card.' },
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
    invalidTool: {
      title: 'The operator did not accept the number',
      advice: 'Check the phone number[ or choose another way to pay].',
    },
    limitExceeded: { advice: 'Ask your operator about the limit[ or choose another way to pay].' },
    insufficientFunds: { advice: 'Top up your phone balance[ or choose another way to pay].' },
    notConfirmed: { advice: 'The operator got no confirmation. Try again[ or choose another way to pay].' },
    rejectedByBank: {
      title: 'Your operator declined the payment',
      advice: 'Only your operator knows why. Call it[ or choose another way to pay].',
    },
  },
  wallet: {
    invalidTool: {
      title: 'The wallet was not accepted',
      advice: 'Check the wallet number[ or choose another way to pay].',
    },
    limitExceeded: { advice: 'Change the limit of your wallet[ or choose another way to pay].' },
    insufficientFunds: { advice: 'Top up your wallet[ or choose another way to pay].' },
    notConfirmed: { advice: 'The wallet got no confirmation. Try again[ or choose another way to pay].' },
    rejectedByBank: {
      title: 'Your wallet declined the payment',
      advice: 'Only your wallet knows why. Try again[ or choose another way to pay].',
    },
  },
  transfer: {
    invalidTool: { title: 'This payment was not accepted', advice: 'Try again[ or choose another way to pay].' },
    limitExceeded: { advice: '[Choose another way to pay.|Please write to the shop.]' },
    insufficientFunds: { advice: 'Top up your account[ or choose another way to pay].' },
    notConfirmed: { advice: 'We got no confirmation that you have paid. Try again[ or choose another way to pay].' },
    rejectedByBank: { title: 'The payment was declined', advice: 'Try again[ or choose another way to pay].' },
    abandoned: { advice: 'Do not use the earlier code or address any more.[ Choose how to pay.]' },
  },
};
