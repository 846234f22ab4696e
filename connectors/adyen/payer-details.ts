import { present } from '../../domain/platform/fields/present';
import { lineCost, type CartLine } from '../../domain/payments/invoice/cart';
import type { VatRate } from '../../domain/payments/invoice/vat';
import { ConnectorMisuse, type AuthoriseRequest, type VerifyRequest } from '../connector';
import { cutText } from '../cut-text';
import type { BrowserInfo } from '../../domain/payments/payment/browser-info';
import type { ConnectorPayer } from '../payer';
import { toAdyenAmount } from './adyen-amount';
import { toBillingAddress } from './billing-address';

const MAX_NAME = 80;
const MAX_DESCRIPTION = 10_000;
const MAX_FINGERPRINT = 5_000;

/** The depths that Adyen accepts. */
const COLOR_DEPTHS = [48, 32, 30, 24, 16, 15, 8, 4, 1] as const;

/** Adyen's tax percentages have two decimals. */
const TAX_PERCENTAGES = {
  '0%': 0,
  '10%': 1_000,
  '18%': 1_800,
  '20%': 2_000,
  '10/110': 1_000,
  '18/118': 1_800,
  '20/120': 2_000,
  '5%': 500,
  '7%': 700,
  '22%': 2_200,
  '5/105': 500,
  '7/107': 700,
  '22/122': 2_200,
} as const satisfies Record<VatRate, number>;

/** The fields of a payment that describe payer, browser and cart. */
export function describePayer(request: VerifyRequest & Pick<AuthoriseRequest, 'items'>): object {
  const { payer, browser, items, currency } = request;
  const lineItems = items && toLineItems(items, currency);
  return { ...(payer && toShopper(payer)), ...(browser && toBrowserInfo(browser)), ...(lineItems && { lineItems }) };
}

function toShopper({ email, phoneNumber, name, billingAddress: address, ip, fingerprint }: ConnectorPayer): object {
  const shopperName = name === undefined ? undefined : toShopperName(name);
  const billingAddress = address && toBillingAddress(address);
  return {
    ...present({ billingAddress, shopperEmail: email, shopperName, shopperIP: ip }),
    ...(phoneNumber !== undefined && /^\+\d{5,18}$/.test(phoneNumber) && { telephoneNumber: phoneNumber }),
    ...(fingerprint !== undefined && { deviceFingerprint: cutText(fingerprint, MAX_FINGERPRINT) }),
  };
}

/** A name of one word is not sent, because Adyen needs two. */
function toShopperName(name: string): object | undefined {
  const words = name.trim().split(/\s+/);
  const lastName = words.pop() ?? '';
  const firstName = words.join(' ');
  return firstName === ''
    ? undefined
    : { firstName: cutText(firstName, MAX_NAME), lastName: cutText(lastName, MAX_NAME) };
}

/** Adyen takes the browser whole only. */
function toBrowserInfo(browser: BrowserInfo): object {
  const { userAgent, acceptHeader, language, screenWidth, screenHeight, timeZoneOffset } = browser;
  const colorDepth = COLOR_DEPTHS.find((depth) => depth <= (browser.colorDepth ?? 0));
  const given = { userAgent, acceptHeader, language, screenWidth, screenHeight, colorDepth, timeZoneOffset };
  return Object.values(given).includes(undefined) ? {} : { browserInfo: { ...given, javaEnabled: false } };
}

/** Adyen multiplies the price of a piece; a cart whose prices it cannot express is not sent. */
function toLineItems(items: readonly CartLine[], currency: string): object[] | undefined {
  try {
    return items.map((line, index) => {
      toAdyenAmount(lineCost(line), currency);
      return {
        id: String(index + 1),
        description: cutText(line.product, MAX_DESCRIPTION),
        quantity: Number(line.quantity),
        amountIncludingTax: toAdyenAmount(line.priceMinor, currency).value,
        ...(line.taxRate && { taxPercentage: TAX_PERCENTAGES[line.taxRate] }),
      };
    });
  } catch (error) {
    if (error instanceof ConnectorMisuse) return undefined;
    throw error;
  }
}
