import type { VatRate, RecordedCartLine } from '../invoice/cart';
import type { RandomDirection } from '../invoice/randomised-amount';

/** How long an invoice of a template may be paid, counted from its creation by the calendar in UTC. */
export interface Lifetime {
  days: number;
  months: number;
  years: number;
}

/** What a template says of the price: exactly, within bounds that are both included, or nothing. Minor units. */
export type TemplatePrice =
  | { type: 'fixed'; currency: string; amount: number }
  | { type: 'range'; currency: string; lowerBound: number; upperBound: number }
  | { type: 'unlimited' };

export type TemplateDetails =
  | { type: 'singleLine'; product: string; price: TemplatePrice; taxRate?: VatRate }
  | { type: 'multiLine'; cart: RecordedCartLine[]; currency: string };

/** Conditions of a randomised amount as they are recorded. Minor units. */
export interface RecordedRandomiseRules {
  deviation: number;
  precision?: number;
  direction?: RandomDirection;
  minAmountCondition?: number;
  maxAmountCondition?: number;
  amountMultiplicityCondition?: number;
}

/** A template of invoices. */
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
