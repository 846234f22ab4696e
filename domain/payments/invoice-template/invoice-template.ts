import type { RecordedCartLine } from '../invoice/cart';
import type { VatRate } from '../invoice/vat';
import type { RandomDirection } from '../invoice/randomised-amount';

/** The payment period of a template's invoices, from creation, by the UTC calendar. */
export interface Lifetime {
  days: number;
  months: number;
  years: number;
}

/** The price: exact, within inclusive bounds, or open. Minor units. */
export type TemplatePrice =
  | { type: 'fixed'; currency: string; amount: number }
  | { type: 'range'; currency: string; lowerBound: number; upperBound: number }
  | { type: 'unlimited' };

export type TemplateDetails =
  | { type: 'singleLine'; product: string; price: TemplatePrice; taxRate?: VatRate }
  | { type: 'multiLine'; cart: RecordedCartLine[]; currency: string };

/** Stored rules of a randomised amount. Minor units. */
export interface RecordedRandomiseRules {
  deviation: number;
  precision?: number;
  direction?: RandomDirection;
  minAmountCondition?: number;
  maxAmountCondition?: number;
  amountMultiplicityCondition?: number;
}

export interface InvoiceTemplate {
  id: string;
  partyID: string;
  shopID: string;
  externalID: string | null;
  createdAt: Date;
  name: string | null;
  description: string | null;
  lifetime: Lifetime;
  details: TemplateDetails;
  metadata: object | null;
  randomizeAmount: RecordedRandomiseRules | null;
}
