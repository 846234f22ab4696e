import type { ConnectorTool } from '../../domain/payments/payment/payment-tool';
import { ConnectorRejection } from '../connector-rejection';
import { methodOfProvider } from '../provider-methods';

/** YooKassa's types of payment methods by the provider of a terminal or a digital wallet. */
const METHODS_BY_PROVIDER: Readonly<Record<string, string>> = {
  // Card data are entered on YooKassa's page, for shops without PCI DSS papers.
  bank_card: 'bank_card',
  sbp: 'sbp',
  qps: 'sbp',
  sberbank: 'sberbank',
  sberpay: 'sberbank',
  tinkoff: 'tinkoff_bank',
  tpay: 'tinkoff_bank',
  yoomoney: 'yoo_money',
  alfapay: 'alfa_pay',
};

/** Methods whose money is sent, not held: YooKassa has no two-stage payments for them. */
const ONE_STAGE: ReadonlySet<string> = new Set(['sbp', 'alfa_pay']);

/** How a payment is paid, and whether its money can be held. */
export function payWith(tool: ConnectorTool): { body: object; isHeld: boolean } {
  switch (tool.type) {
    case 'card':
      return { body: { payment_method_data: { type: 'bank_card', card: cardData(tool) } }, isHeld: true };
    case 'recurrentToken':
      return { body: { payment_method_id: readRecurrentToken(tool.recurrentToken) }, isHeld: true };
    case 'paymentTerminal':
    case 'digitalWallet': {
      const type = methodOfProvider(METHODS_BY_PROVIDER, tool.provider, 'YooKassa');
      return { body: { payment_method_data: { type } }, isHeld: !ONE_STAGE.has(type) };
    }
    default:
      throw ConnectorRejection.unsent(`YooKassa does not take ${tool.type}`, 'paymentTool');
  }
}

/** @throws ConnectorRejection for another tool than a card */
export function cardData(tool: ConnectorTool): object {
  if (tool.type !== 'card')
    throw ConnectorRejection.unsent(`YooKassa saves cards only, not ${tool.type}`, 'paymentTool');
  const [month = '', year = ''] = tool.expDate.split('/');
  return {
    number: tool.cardNumber,
    expiry_month: month,
    expiry_year: year.length === 2 ? `20${year}` : year,
    ...(tool.cvv !== undefined && { csc: tool.cvv }),
    ...(tool.cardHolder !== undefined && { cardholder: tool.cardHolder }),
  };
}

/** A saved payment method has the id of the payment that saved it, a UUID. @throws ConnectorRejection */
function readRecurrentToken(token: string): string {
  if (!/^[0-9a-f-]{36}$/.test(token)) {
    throw ConnectorRejection.unsent('The recurrent token is not one of YooKassa', 'recurrentToken');
  }
  return token;
}
