import { readableTexts } from '../../parts/readable-name';
import type { ConsoleTexts } from '../ru';

export const payment: ConsoleTexts['payment'] = {
  ...readableTexts('paid held requested fee refunded disputed heldUntil reviewUntil payer externalID connector'),
  ...readableTexts('approvalCode capture refund approve reject'),
  left: 'Refundable',
  tool: 'Payment tool',
  cardFingerprint: 'Card fingerprint (for rules)',
  rrn: 'RRN',
  reference: 'Id at the provider',
  error: 'Failure',
  order: 'Order number',
  cancel: 'Cancel the hold',
  resend: 'Resend webhooks',
  link: 'Payment link',
  resent: 'Sending again',
  wrongAmount: (sum) => `Enter an amount above zero and at most ${sum}`,
  receipt: 'Fiscal receipt',
  receipts: {
    pending: 'Receipt not registered yet',
    registered: 'Receipt registered',
    refused: 'Receipt refused',
  },
  commands: 'Decisions of operators',
  waits: (who, what) => `${who} requests: ${what}. Another person must decide.`,
  waitsRoles: (roles) => `Decided by: ${roles}.`,
  ownWaits: 'Your request waits for another person: you cannot approve your own.',
  sent: 'Under way',
  approvalNeeded: 'waiting for the approval of a second person',
};
