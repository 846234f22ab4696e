import { declineText } from '../../ui/declines/declines';
import { declines } from '../../ui/declines/ru';

interface TestCardEntry {
  pan: string;
  paymentSystem: string;
  kind: string;
  tokenProvider?: string;
  threeDSecure?: { version: string; result: string };
  outcome: { approved: boolean; failure?: string };
  isPayoutCard?: boolean;
}

export interface TestCardRow {
  kind: string;
  title: string;
  number: string;
  brand: string;
  system: string;
  outcome: string;
}

/** Titles of kinds that the words of the decline do not tell. */
const KIND_TITLES: Record<string, string> = {
  success: 'Успешная оплата',
  threeDSecureSuccess: '3-D Secure 1.0: подтверждение успешно',
  threeDSecureFailure: '3-D Secure 1.0: подтверждение отклонено',
  threeDSecureTimeout: '3-D Secure 1.0: плательщик не ответил',
  threeDSecure2Success: '3-D Secure 2.0: подтверждение успешно',
  invalidCard: 'Недействительная карта',
  unknownFailure: 'Отказ без объяснения причины',
  tokenizedSuccess: 'Токены кошельков: успешная оплата',
  tokenizedFailure: 'Токены кошельков: отказ',
};

/** The services' own spelling; the API's names have no spaces. */
const SERVICES: Record<string, string> = { ApplePay: 'Apple Pay', GooglePay: 'Google Pay', SamsungPay: 'Samsung Pay' };

const BRANDS: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  maestro: 'Maestro',
  nspkmir: 'Мир',
  humo: 'Humo',
  amex: 'American Express',
  dinersclub: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

export function testCardRows(table: unknown): TestCardRow[] {
  const entries = Array.isArray(table)
    ? (table as TestCardEntry[])
    : ((table as { cards?: TestCardEntry[] })?.cards ?? []);
  return entries.map((card) => ({
    kind: card.kind,
    title: KIND_TITLES[card.kind] ?? declineText(declines, card.outcome.failure ?? card.kind),
    number: card.pan.replace(/(\d{4})(?=\d)/g, '$1 '),
    brand: getBrand(card),
    system: card.paymentSystem,
    outcome: card.outcome.approved ? 'Платёж проходит' : (card.outcome.failure ?? 'Отказ'),
  }));
}

function getBrand({ paymentSystem, tokenProvider = '' }: TestCardEntry): string {
  return [BRANDS[paymentSystem] ?? paymentSystem, SERVICES[tokenProvider] ?? tokenProvider].filter(Boolean).join(', ');
}

export function groupTestCards(rows: TestCardRow[]): { title: string; rows: TestCardRow[] }[] {
  const groups = new Map<string, TestCardRow[]>();
  for (const row of rows) groups.set(row.title, [...(groups.get(row.title) ?? []), row]);
  return [...groups].map(([title, members]) => ({ title, rows: members }));
}
