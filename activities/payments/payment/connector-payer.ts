import { alpha3ToAlpha2 } from 'i18n-iso-countries';
import type { ConnectorPayer, PayerAddress } from '../../../connectors/payer';
import type { BrowserInfo } from '../../../domain/payments/payment/browser-info';
import type { ClientInfo, ContactInfo, Payer } from '../../../domain/payments/payment/payment';
import { isErased } from '../../../domain/operators/person/erased';

/** Collects what a connector may know of the payer. */
export function toConnectorPayer(payer: Payer): ConnectorPayer {
  const { contactInfo } = payer;
  if (payer.type === 'PaymentResourcePayer') return describePayer(contactInfo, payer.clientInfo);
  return { ...describePayer(contactInfo), ...(payer.type === 'CustomerPayer' && { customerID: payer.customerID }) };
}

/** Describes a payer by contacts and device. */
export function describePayer(contactInfo: ContactInfo, device?: ClientInfo): ConnectorPayer {
  const contact = known(contactInfo);
  const name = [contact['firstName'], contact['lastName']].filter(Boolean).join(' ');
  const { state, city, address: line, postalCode } = contact;
  const billingAddress = known({
    country: alpha3ToAlpha2(contact['country'] ?? ''),
    state,
    city,
    line,
    postalCode,
  }) as PayerAddress;
  return {
    ...known({ email: contact['email'], phoneNumber: contact['phoneNumber'], name }),
    ...(Object.keys(billingAddress).length > 0 && { billingAddress }),
    ...known({ ip: device?.ip, fingerprint: device?.fingerprint }),
  };
}

/** The browser of the payer's own page; nothing if it was not sent, or was erased. */
export function toConnectorBrowser(payer: Payer): { browser?: BrowserInfo } {
  return payer.type === 'PaymentResourcePayer' ? knownBrowser(payer.clientInfo) : {};
}

export function knownBrowser(device: ClientInfo | undefined): { browser?: BrowserInfo } {
  const browser = device?.browser;
  return browser && !isErased(browser.userAgent ?? '') ? { browser } : {};
}

function known(fields: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const entries = Object.entries(fields).filter(([, value]) => value && !isErased(value));
  return Object.fromEntries(entries) as Record<string, string>;
}
