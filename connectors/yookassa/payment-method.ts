import type { ConnectorTool } from '../../domain/payment/payment-tool';
import { ConnectorMisuse } from '../connector';

/** YooKassa's types of payment methods by the provider of a terminal or a digital wallet. */
export const METHODS_BY_PROVIDER: Readonly<Record<string, string>> = {
  sbp: 'sbp',
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
      const type = METHODS_BY_PROVIDER[tool.provider.toLowerCase()];
      if (type === undefined)
        throw new ConnectorMisuse(`YooKassa has no payment method for the provider ${tool.provider}`);
      return { body: { payment_method_data: { type } }, isHeld: !ONE_STAGE.has(type) };
    }
    default:
      throw new ConnectorMisuse(`YooKassa does not take ${tool.type}`);
  }
}

/** @throws ConnectorMisuse for another tool than a card */
export function cardData(tool: ConnectorTool): object {
  if (tool.type !== 'card') throw new ConnectorMisuse(`YooKassa saves cards only, not ${tool.type}`);
  const [month = '', year = ''] = tool.expDate.split('/');
  return {
    number: tool.cardNumber,
    expiry_month: month,
    expiry_year: year.length === 2 ? `20${year}` : year,
    ...(tool.cvv !== undefined && { csc: tool.cvv }),
    ...(tool.cardHolder !== undefined && { cardholder: tool.cardHolder }),
  };
}

/** A saved payment method has the id of the payment that saved it, a UUID. @throws ConnectorMisuse */
function readRecurrentToken(token: string): string {
  if (!/^[0-9a-f-]{36}$/.test(token)) throw new ConnectorMisuse('The recurrent token is not one of YooKassa');
  return token;
}
