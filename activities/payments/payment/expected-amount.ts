import type { ExpectedAmount } from '../../../connectors/stated';
import type { Payment } from '../../../domain/payments/payment/payment';

/** Tools of which payers decide the amount; any other tool pays what is asked for. */
const PAYER_DECIDES: ReadonlySet<string> = new Set(['paymentTerminal', 'cryptoWallet']);

/** What the answers about a payment's authorisation are compared with. */
export function expectedOf({ authorisedAmountMinor: amount, currency, payer }: Payment): ExpectedAmount {
  return { amount, currency, mayDiffer: PAYER_DECIDES.has(payer.toolDetails.type) };
}
