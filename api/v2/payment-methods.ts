import type { ShopTerms } from '../../store/shop/shops';
import type { PaymentMethod } from './payment-method.types';

/** What a shop takes whose terms name nothing: bank cards of the usual networks. */
const USUAL: PaymentMethod[] = [{ method: 'BankCard', paymentSystems: ['nspkmir', 'visa', 'mastercard', 'maestro'] }];

/** How an invoice of a shop may be paid. */
export function paymentMethodsOf(terms: ShopTerms): PaymentMethod[] {
  return (terms.paymentMethods as PaymentMethod[] | undefined) ?? USUAL;
}
