import { formatAmount } from '../../domain/platform/money/amount-text';
import type { FactAmount, TimelineFact } from '../../domain/operators/timeline/facts';

/** Formats a fact for a terminal: `call operation=createInvoice caller=apiKey/… status=201`. */
export function factText({ type, ...fields }: TimelineFact): string {
  return `${type} ${fieldsText(fields)}`;
}

/** Formats fields for a terminal; nested ones have their names too. */
export function fieldsText(fields: object): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${valueText(value)}`)
    .join(' ');
}

function valueText(value: unknown): string {
  if (isAmount(value)) return quote(formatAmount({ amountMinor: BigInt(value.amount), currency: value.currency }));
  return typeof value === 'string' ? quote(value) : JSON.stringify(value);
}

function isAmount(value: unknown): value is FactAmount {
  return typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value;
}

/** A text with spaces or quotes is a JSON string, so that it cannot be taken for further fields. */
function quote(text: string): string {
  return /^[^\s"=]+$/.test(text) ? text : JSON.stringify(text);
}
