import { CURRENCIES } from '../../platform/currency/currency';
import { Refusal } from '../../platform/errors/refusal';

/** What a payer has agreed to pay in a wallet: minor units, and the numeric code of ISO 4217. */
export interface AgreedAmount {
  amount: number;
  numericCode: string;
}

/** @throws Refusal invalidPaymentToolToken for a payment of another amount or currency */
export function assertAgreedAmount(
  agreed: AgreedAmount | undefined,
  { amountMinor, currency }: { amountMinor: bigint; currency: string },
): void {
  if (!agreed) return;
  const isSame = BigInt(agreed.amount) === amountMinor && agreed.numericCode === CURRENCIES.get(currency)?.numericCode;
  if (!isSame) {
    throw new Refusal('invalidPaymentToolToken', 'the payer has agreed to another amount or currency in the wallet');
  }
}
