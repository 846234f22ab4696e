import fc from 'fast-check';
import type { FollowUpRequest } from './request';
import { decideFollowUp, type AuthorisationState, type PaymentSums } from './rules';

const ids = { operationID: 'o', authorisationID: 'a' };

function aState(sums: Partial<PaymentSums> = {}, rest: Partial<AuthorisationState> = {}): AuthorisationState {
  return {
    status: 'approved',
    currency: 'RUB',
    sums: { authorised: 100n, captured: 0n, voided: 0n, refunded: 0n, ...sums },
    ...rest,
  };
}

const capture = (amount: bigint, currency = 'RUB'): FollowUpRequest => ({ kind: 'capture', ...ids, amount, currency });
const refund = (amount: bigint, currency = 'RUB'): FollowUpRequest => ({ kind: 'refund', ...ids, amount, currency });
const voiding: FollowUpRequest = { kind: 'void', ...ids };

const refused = { status: 'declined' };

test('a hold is captured once, fully or partly, in its currency', () => {
  expect(decideFollowUp(capture(100n), aState())).toEqual({ status: 'approved', effect: 100n });
  expect(decideFollowUp(capture(40n), aState())).toEqual({ status: 'approved', effect: 40n });
  expect(decideFollowUp(capture(101n), aState())).toMatchObject(refused);
  expect(decideFollowUp(capture(40n, 'USD'), aState())).toMatchObject(refused);
  expect(decideFollowUp(capture(1n), aState({ captured: 40n }))).toMatchObject(refused);
  expect(decideFollowUp(capture(1n), aState({ voided: 100n }))).toMatchObject(refused);
});

test('a hold is voided fully, and not after a capture', () => {
  expect(decideFollowUp(voiding, aState())).toEqual({ status: 'approved', effect: 100n });
  expect(decideFollowUp(voiding, aState({ captured: 1n }))).toMatchObject(refused);
  expect(decideFollowUp(voiding, aState({ voided: 100n }))).toMatchObject(refused);
});

test('a void without a hold is approved without effect', () => {
  const nothing = { authorised: 0n };
  expect(decideFollowUp(voiding, aState(nothing, { status: 'declined' }))).toEqual({ status: 'approved', effect: 0n });
  expect(decideFollowUp(voiding, aState(nothing, { status: 'interactionRequired' }))).toEqual({
    status: 'approved',
    effect: 0n,
    endsInteraction: true,
  });
});

test('no sequence captures more than was held or refunds more than was captured', () => {
  const amount = fc.bigInt({ min: 1n, max: 150n });
  const request = fc.oneof(
    amount.map((value) => capture(value)),
    amount.map((value) => refund(value)),
    fc.constant(voiding),
  );
  const column = { capture: 'captured', void: 'voided', refund: 'refunded' } as const;
  fc.assert(
    fc.property(fc.array(request, { maxLength: 12 }), (requests) => {
      const sums: PaymentSums = { authorised: 100n, captured: 0n, voided: 0n, refunded: 0n };
      for (const next of requests) {
        const decision = decideFollowUp(next, { status: 'approved', currency: 'RUB', sums });
        if (decision.status === 'approved') sums[column[next.kind]] += decision.effect;
      }
      expect(sums.captured + sums.voided).toBeLessThanOrEqual(sums.authorised);
      expect(sums.refunded).toBeLessThanOrEqual(sums.captured);
    }),
  );
});
