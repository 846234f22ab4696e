import type { Chargeback } from '../../domain/chargeback/chargeback';
import {
  acceptChargeback,
  cancelChargeback,
  createChargeback,
  rejectChargeback,
  reopenChargeback,
} from '../../store/chargeback/chargeback.transitions';
import type { Store } from '../../store/store';
import type { ChargebackOutcome, Ordered } from '../../workflows/chargeback/chargeback.messages';
import { orRefused } from '../refusal-failure';
import { CHARGEBACK_ORDERS, readOrder } from './chargeback.orders';

/** What operators' orders about chargebacks do. Each acts once, however often it is delivered. */
export interface ChargebackActivities {
  recordChargeback(order: Ordered): Promise<ChargebackOutcome>;
  recordAcceptance(order: Ordered): Promise<ChargebackOutcome>;
  recordRejection(order: Ordered): Promise<ChargebackOutcome>;
  recordCancellation(order: Ordered): Promise<ChargebackOutcome>;
  recordReopening(order: Ordered): Promise<ChargebackOutcome>;
}

type Decision = typeof acceptChargeback;

export function createChargebackActivities(store: Store): ChargebackActivities {
  const decided =
    (decide: Decision) =>
    ({ command, input }: Ordered) =>
      orRefused(async () => outcomeOf(await decide(store, { ...readOrder(CHARGEBACK_ORDERS.decide, input), command })));
  return {
    recordChargeback: ({ command, input }) =>
      orRefused(async () => {
        const { body, levy, ...given } = readOrder(CHARGEBACK_ORDERS.create, input);
        return outcomeOf(await createChargeback(store, { ...given, command, bodyMinor: body, levyMinor: levy }));
      }),
    recordAcceptance: decided(acceptChargeback),
    recordRejection: decided(rejectChargeback),
    recordCancellation: decided(cancelChargeback),
    recordReopening: ({ command, input }) =>
      orRefused(async () => {
        const { stage, body, levy, ...ref } = readOrder(CHARGEBACK_ORDERS.reopen, input);
        return outcomeOf(
          await reopenChargeback(store, { ...ref, command }, { stage, bodyMinor: body, levyMinor: levy }),
        );
      }),
  };
}

/** Amounts as text: JSON has no integers of this size that every reader keeps. */
function outcomeOf(chargeback: Chargeback): ChargebackOutcome {
  const { invoiceID, paymentID, id, stage, status, currency } = chargeback;
  const [body, levy] = [String(chargeback.bodyMinor), String(chargeback.levyMinor)];
  return { invoiceID, paymentID, chargebackID: id, stage, status, body, levy, currency };
}
