import type { components } from '../api/payments.generated';
import type { ConsoleTexts } from '../texts/texts';

type Payer = components['schemas']['Payer'];
type Resource = components['schemas']['PaymentResource'];

/** The payment tool of a payer or a binding, by the names that the operators' API has. */
export function toolOf(payer: Payer | Resource): {
  toolType: string;
  tool?: string;
  paymentSystem?: string | undefined;
} {
  const tool = 'paymentToolDetails' in payer ? payer.paymentToolDetails : undefined;
  const name = (tool?.detailsType ?? ('payerType' in payer ? payer.payerType : '')).replace('PaymentToolDetails', '');
  const toolType = name.charAt(0).toLowerCase() + name.slice(1);
  if (tool === undefined) return { toolType };
  if ('cardNumberMask' in tool) {
    return { toolType, tool: tool.cardNumberMask, paymentSystem: tool.paymentSystem };
  }
  // Details of other tools have one field.
  const [shown = ''] = Object.entries(tool).flatMap(([field, text]) => (field === 'detailsType' ? [] : [text]));
  return { toolType, tool: shown };
}

const SYSTEMS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  nspkmir: 'Мир',
  maestro: 'Maestro',
  unionpay: 'UnionPay',
  amex: 'American Express',
};

const PROVIDERS: Readonly<Record<string, string>> = { qps: 'СБП', euroset: 'Евросеть', qiwi: 'QIWI' };

/** How it was paid, as text: `Visa •• 4242`, `СБП`. */
export function methodText(
  { toolType, tool = '', paymentSystem = '' }: ReturnType<typeof toolOf>,
  { payments }: Pick<ConsoleTexts, 'payments'>,
): string {
  const last4 = /\*(\d{4})$/.exec(tool)?.[1];
  const kind = SYSTEMS[paymentSystem] ?? PROVIDERS[tool] ?? payments.methods[toolType] ?? toolType;
  if (last4 !== undefined) return `${kind}\u00a0••\u00a0${last4}`;
  return tool === '' || PROVIDERS[tool] !== undefined ? kind : `${kind}, ${tool}`;
}

const ORDER_KEY = /order|заказ/i;

interface Ordered {
  invoiceExternalID?: string | undefined;
  externalID?: string | undefined;
  metadata?: unknown;
}

/** The shop's own number of an order: what it named the invoice or the payment, or has in the metadata. */
export function orderOf({ invoiceExternalID, externalID, metadata }: Ordered, invoice?: unknown): string | undefined {
  const named = [metadata, invoice].flatMap((data) =>
    typeof data === 'object' && data !== null ? Object.entries(data) : [],
  );
  const found = named.find(([key, value]) => ORDER_KEY.test(key) && ['string', 'number'].includes(typeof value));
  return invoiceExternalID ?? externalID ?? (found === undefined ? undefined : String(found[1]));
}

/** Who has paid: the e-mail, else the phone. */
export function payerText(payer: Payer): string | undefined {
  const contact = 'contactInfo' in payer ? payer.contactInfo : undefined;
  return contact?.email ?? contact?.phoneNumber;
}
