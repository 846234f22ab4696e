import type { PaymentBalance } from '../payment/payment-balance';
import type { Chargeback } from './chargeback';
import { assertChargeable, reopenedStage, transitionChargeback } from './chargeback-rules';
import type { ChargebackAction, ChargebackStage, ChargebackStatus } from './chargeback.machine';

const balance: PaymentBalance = {
  capturedMinor: 10_000n,
  refundedMinor: 2_000n,
  chargedBackMinor: 1_000n,
  hasPendingRefund: false,
  hasPendingChargeback: false,
};
const undecided = { ...balance, hasPendingChargeback: true };
const inProgress = { code: 'chargebackInProgress', message: 'payment has a chargeback that is not decided' };

const aChargeback = (status: ChargebackStatus, stage: ChargebackStage = 'chargeback'): Chargeback =>
  ({ status, stage, bodyMinor: 1_000n, statusChangedAt: new Date(0) }) as Chargeback;

test('a captured payment can be charged back up to its remainder', () => {
  expect(() => assertChargeable({ status: 'captured', balance }, 7_000n)).not.toThrow();
});

test.each([
  [
    'by more than its remainder',
    { status: 'captured', balance },
    7_001n,
    'only 7000 minor units are left to charge back',
  ],
  ['before it is captured', { status: 'processed', balance }, 1n, 'payment is processed, not captured'],
  ['while another is undecided', { status: 'captured', balance: undecided }, 1n, inProgress.message],
] as const)('a payment cannot be charged back %s', (_, payment, bodyMinor, message) => {
  expect(() => assertChargeable(payment, bodyMinor)).toThrow(message);
});

test.each<[ChargebackStage, ChargebackStage | undefined, ChargebackStage]>([
  ['chargeback', undefined, 'pre-arbitration'],
  ['pre-arbitration', undefined, 'arbitration'],
  ['chargeback', 'pre-arbitration', 'pre-arbitration'],
  ['chargeback', 'arbitration', 'arbitration'],
])('a chargeback at the stage %s is reopened with %s at %s', (from, named, expected) => {
  const terms = { balance, bodyMinor: 1n, ...(named && { stage: named }) };
  expect(reopenedStage(aChargeback('rejected', from), terms)).toBe(expected);
});

test.each<[string, Chargeback, { balance: PaymentBalance; stage?: ChargebackStage; bodyMinor: bigint }, object]>([
  ['while another is undecided', aChargeback('rejected'), { balance: undecided, bodyMinor: 1n }, inProgress],
  [
    'after the last stage',
    aChargeback('rejected', 'arbitration'),
    { balance, bodyMinor: 1n },
    { code: 'invalidChargebackStatus', message: 'arbitration is the last stage' },
  ],
  [
    'at the same stage',
    aChargeback('rejected', 'pre-arbitration'),
    { balance, bodyMinor: 1n, stage: 'pre-arbitration' },
    { code: 'invalidChargebackStatus', message: 'pre-arbitration does not follow pre-arbitration' },
  ],
  [
    'by more than remains',
    aChargeback('rejected'),
    { balance, bodyMinor: 7_001n },
    { code: 'invoicePaymentAmountExceeded', message: 'only 7000 minor units are left to charge back' },
  ],
  [
    'by more than remains with its own body',
    aChargeback('accepted'),
    { balance, bodyMinor: 8_001n },
    { code: 'invoicePaymentAmountExceeded', message: 'only 8000 minor units are left to charge back' },
  ],
])('a chargeback is not reopened %s', (_, chargeback, terms, refusal) => {
  expect(() => reopenedStage(chargeback, terms)).toThrow(expect.objectContaining(refusal));
});

test('an accepted chargeback may be reopened for the rest and its own body', () => {
  expect(reopenedStage(aChargeback('accepted'), { balance, bodyMinor: 8_000n })).toBe('pre-arbitration');
});

const now = new Date('2026-01-01Z');

test.each<[ChargebackAction, ChargebackStatus[], ChargebackStatus]>([
  ['accept', ['pending'], 'accepted'],
  ['reject', ['pending'], 'rejected'],
  ['cancel', ['pending'], 'cancelled'],
  ['reopen', ['accepted', 'rejected', 'cancelled'], 'pending'],
])('%s leads from %s to %s, and from no other status', (action, from, to) => {
  for (const status of ['pending', 'accepted', 'rejected', 'cancelled'] as const) {
    const change = () => transitionChargeback(aChargeback(status), action, now);
    if (from.includes(status)) expect(change()).toEqual({ ...aChargeback(to), statusChangedAt: now });
    else
      expect(change).toThrow(
        expect.objectContaining({ code: 'invalidChargebackStatus', message: `chargeback is ${status}` }),
      );
  }
});
