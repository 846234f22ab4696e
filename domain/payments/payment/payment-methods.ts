import { matchesMethod, type PaymentMethod, type PaymentToolDetails } from './payment-tool';

/** The default of shops whose terms name none: bank cards of common networks. */
const DEFAULT_METHODS: PaymentMethod[] = [
  { method: 'BankCard', paymentSystems: ['nspkmir', 'visa', 'mastercard', 'maestro'] },
];

export function listPaymentMethods(terms: { paymentMethods?: PaymentMethod[] }): PaymentMethod[] {
  return terms.paymentMethods ?? DEFAULT_METHODS;
}

/** Lists the methods that customers can bind: only cards can be charged again without the payer. */
export function listBindableMethods(terms: { paymentMethods?: PaymentMethod[] }): PaymentMethod[] {
  return listPaymentMethods(terms).filter(({ method }) => method === 'BankCard');
}

/** Whether a tool matches one of the methods. */
export function isAccepted(methods: readonly PaymentMethod[], tool: PaymentToolDetails): boolean {
  return methods.some((method) => matchesMethod(method, tool));
}
