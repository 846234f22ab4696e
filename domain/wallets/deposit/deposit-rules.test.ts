import { findTransition } from '../../platform/machine/machine';
import type { Deposit } from './deposit';
import { DEPOSIT_REFUSALS, assertAdjustable, assertRevertible } from './deposit-rules';
import { depositMachine } from './deposit.machine';

function aDeposit(changes: Partial<Deposit> = {}): Deposit {
  return {
    id: 'd1',
    partyID: 'p1',
    walletID: 'w1',
    sourceID: 's1',
    createdAt: new Date('2026-11-21T12:00:00Z'),
    body: { amountMinor: 1000n, currency: 'RUB' },
    fee: null,
    revertedMinor: 0n,
    description: null,
    externalID: null,
    status: 'Succeeded',
    failure: null,
    ...changes,
  };
}

const rubles = (amountMinor: bigint) => ({ amountMinor, currency: 'RUB' });

describe('assertRevertible', () => {
  const fit = { body: rubles(1n), pendingMinor: 0n, isAdjustmentPending: false };

  it('refuses a revert during an adjustment', () => {
    expect(() => assertRevertible(aDeposit(), fit)).not.toThrow();
    expect(() => assertRevertible(aDeposit(), { ...fit, isAdjustmentPending: true })).toThrow(
      DEPOSIT_REFUSALS.adjustmentPending,
    );
  });

  it('allows up to the unreverted amount', () => {
    const deposit = aDeposit({ revertedMinor: 300n });
    expect(() => assertRevertible(deposit, { ...fit, body: rubles(500n), pendingMinor: 200n })).not.toThrow();
    expect(() => assertRevertible(deposit, { ...fit, body: rubles(501n), pendingMinor: 200n })).toThrow(
      DEPOSIT_REFUSALS.aboveUnreverted,
    );
  });

  it.each([
    ['the deposit has not succeeded', aDeposit({ status: 'Pending' }), rubles(1n), DEPOSIT_REFUSALS.notSucceeded],
    ['the currency differs', aDeposit(), { amountMinor: 1n, currency: 'USD' }, DEPOSIT_REFUSALS.currencyDiffers],
    ['the amount is zero', aDeposit(), rubles(0n), DEPOSIT_REFUSALS.amountNotPositive],
    ['the amount is negative', aDeposit(), rubles(-1n), DEPOSIT_REFUSALS.amountNotPositive],
  ])('refuses where %s', (_, deposit, body, message) => {
    expect(() => assertRevertible(deposit, { ...fit, body })).toThrow(message);
  });
});

describe('assertAdjustable', () => {
  const fit = { target: 'Failed', isAnotherPending: false, hasReverts: false } as const;

  it('allows the other final status', () => {
    expect(() => assertAdjustable(aDeposit(), fit)).not.toThrow();
    expect(findTransition(depositMachine, 'Succeeded', 'adjustToFailed')?.to).toBe('Failed');
    expect(findTransition(depositMachine, 'Failed', 'adjustToSucceeded')?.to).toBe('Succeeded');
    expect(findTransition(depositMachine, 'Pending', 'adjustToFailed')).toBeUndefined();
  });

  it.each([
    ['the deposit is not finished', aDeposit({ status: 'Pending' }), fit, DEPOSIT_REFUSALS.notFinished],
    ['another one is under way', aDeposit(), { ...fit, isAnotherPending: true }, DEPOSIT_REFUSALS.adjustmentPending],
    ['the status is the same', aDeposit({ status: 'Failed' }), fit, DEPOSIT_REFUSALS.sameStatus],
    ['money was reverted already', aDeposit(), { ...fit, hasReverts: true }, DEPOSIT_REFUSALS.hasReverts],
  ])('refuses where %s', (_, deposit, adjustment, message) => {
    expect(() => assertAdjustable(deposit, adjustment)).toThrow(message);
  });
});
