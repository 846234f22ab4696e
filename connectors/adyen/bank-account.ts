import type { PayOutDestination } from '../connector';

/** How Adyen identifies a bank account (Transfers API, `accountIdentification`), and how fast it pays to it. */
interface Identified {
  accountIdentification: Readonly<Record<string, string>>;
  priority: 'regular' | 'crossBorder';
}

/**
 * The counterparty of a transfer to a bank account; undefined for a destination that Adyen cannot identify: cards, wallets,
 * PIX keys, CBU, and accounts of banks without a BIC.
 */
export function toCounterparty(
  destination: PayOutDestination,
): { counterparty: object; priority: Identified['priority'] } | undefined {
  const identified = identify(destination);
  const fullName = 'accountName' in destination ? toLatin(destination.accountName ?? '') : undefined;
  if (!identified || fullName === undefined) return undefined;
  const address = toAddress(destination);
  const accountHolder = { fullName, ...(address && { address }) };
  const { accountIdentification, priority } = identified;
  return { counterparty: { bankAccount: { accountHolder, accountIdentification } }, priority };
}

function identify(destination: PayOutDestination): Identified | undefined {
  switch (destination.type) {
    case 'BankTransferSEPA':
      return iban(destination.iban, 'regular', destination.bic);
    case 'BankTransferTRY':
    case 'BankTransferPKR':
      return iban(destination.iban, 'crossBorder');
    case 'BankTransferUK': {
      const [sortCode, accountNumber] = [digits(destination.sortCode), digits(destination.accountNumber)];
      return { accountIdentification: { type: 'ukLocal', sortCode, accountNumber }, priority: 'regular' };
    }
    case 'BankTransferPHP':
      return numberAndBic(destination.accountNumber, destination.bank.bic);
    case 'BankTransferSWIFT': {
      const { accountNumber, bank } = destination;
      if (destination.iban !== undefined) return iban(destination.iban, 'crossBorder', bank?.bic);
      if (accountNumber === undefined || !bank) return undefined;
      if (bank.aba === undefined) return numberAndBic(accountNumber, bank.bic);
      const routed = { type: 'usLocal', accountNumber: digits(accountNumber), routingNumber: bank.aba };
      return { accountIdentification: routed, priority: 'regular' };
    }
    default:
      return undefined;
  }
}

function iban(number: string, priority: Identified['priority'], bic?: string): Identified {
  const account = { type: 'iban', iban: number.replace(/\s/g, '') };
  return { accountIdentification: bic === undefined ? account : { ...account, bic }, priority };
}

function numberAndBic(accountNumber: string, bic: string): Identified {
  return { accountIdentification: { type: 'numberAndBic', accountNumber, bic }, priority: 'crossBorder' };
}

function digits(text: string): string {
  return text.replace(/\D/g, '');
}

/** Adyen takes Latin letters without diacritics. */
function toLatin(name: string): string | undefined {
  const latin = name.replaceAll('ß', 'ss').normalize('NFD').replace(/\p{M}/gu, '').trim();
  return /^[A-Za-z0-9,.;:\-—/\\+&!?@()"' ]+$/.test(latin) ? latin : undefined;
}

/** The receiver's address, if its country is known. */
function toAddress({ billingAddress }: PayOutDestination): object | undefined {
  const { countryCode: country, addressLine1, addressLine2, city, postalCode, state } = billingAddress ?? {};
  if (country === undefined) return undefined;
  const lines = { line1: addressLine1, line2: addressLine2, city, postalCode, stateOrProvince: state };
  const known = Object.entries(lines).flatMap(([name, value]) => {
    const text = value === undefined ? undefined : toLatin(value);
    return text === undefined || (text.length < 3 && name !== 'stateOrProvince') ? [] : [[name, text] as const];
  });
  return { country, ...Object.fromEntries(known) };
}
