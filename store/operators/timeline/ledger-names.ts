import type { Chargeback } from '../../../domain/payments/chargeback/chargeback';
import type { Payment } from '../../../domain/payments/payment/payment';
import type { Refund } from '../../../domain/payments/refund/refund';

/** Ids of the transfers of an entity, as `*.ledger.ts` builds them. Transfers that resolve a hold are found by the hold. */

export function paymentTransfers({ invoiceID, id, allocation }: Payment): string[] {
  const name = `payment/${invoiceID}.${id}`;
  const parts = (allocation ?? []).map(({ shopID }) => `${name}/allocation/${shopID}`);
  return [`${name}/hold`, `${name}/fee`, ...parts];
}

export function refundTransfers({ invoiceID, paymentID, id, parts }: Refund): string[] {
  const name = `refund/${invoiceID}.${paymentID}.${id}`;
  return [...parts.map(({ shopID }) => `${name}/hold/${shopID}`), `${name}/fee-hold`, `${name}/fee`];
}

/** Every round has its own holds. */
export function chargebackTransfers({ invoiceID, paymentID, id, round, parts, shopID }: Chargeback): string[] {
  const debts = ['levy', ...parts.map((part) => (part.shopID === shopID ? 'body' : `body/${part.shopID}`))];
  return Array.from({ length: round }, (_, index) => `chargeback/${invoiceID}.${paymentID}.${id}/${index + 1}`).flatMap(
    (opening) => debts.flatMap((debt) => [`${opening}/${debt}/hold`, `${opening}/${debt}/return`]),
  );
}

export function withdrawalTransfers(withdrawalID: string): string[] {
  return ['hold', 'fee-hold', 'exchange-hold', 'return', 'exchange-return'].map(
    (leg) => `withdrawal/${withdrawalID}/${leg}`,
  );
}

export function payoutTransfers(payoutID: string): string[] {
  return ['created', 'paid', 'failed', 'returned', 'cancelled'].map((status) => `payout/${payoutID}/${status}`);
}
