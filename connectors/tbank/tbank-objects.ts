import { z } from 'zod';

const identifier = z.union([z.string(), z.int()]).transform(String);
const amount = z.int().min(0).transform(BigInt);

/** A payment of the bank, as `GetState` shows it. */
export const paymentSchema = z.object({
  TerminalKey: z.string(),
  OrderId: z.string(),
  PaymentId: identifier,
  Status: z.string(),
  /** The current amount: a part that was not captured, or was refunded, is taken off. */
  Amount: amount,
  ErrorCode: identifier.optional(),
});

export type TBankPayment = z.output<typeof paymentSchema>;

export const sessionSchema = paymentSchema.extend({ PaymentURL: z.url({ protocol: /^https?$/ }) });

/** What a card has led to; `3DS_CHECKING` names the page of the card's bank, in one of two versions. */
export const finishedSchema = paymentSchema.extend({
  ACSUrl: z.url({ protocol: /^https?$/ }).optional(),
  MD: identifier.optional(),
  PaReq: z.string().optional(),
  TdsServerTransId: z.string().trim().optional(),
  AcsTransId: z.string().trim().optional(),
});

export type FinishedPayment = z.output<typeof finishedSchema>;

export const versionSchema = z.object({ Version: z.string(), ThreeDSMethodURL: z.string().optional() });

export const qrSchema = z.object({ Data: z.string().min(1), PaymentId: identifier });

export const takenSchema = z.object({ Success: z.literal(true) });

export const changedSchema = paymentSchema.omit({ Amount: true });

export const cancelledSchema = changedSchema.extend({ OriginalAmount: amount, NewAmount: amount });

/** The sessions of an order. */
export const orderSchema = z.object({
  Payments: z.array(z.object({ PaymentId: identifier, Status: z.string(), ErrorCode: identifier.optional() })),
});

const set = (statuses: string): ReadonlySet<string> => new Set(statuses.split(' '));

/** What each status means for the money. */
export const STATUSES = {
  held: set('AUTHORIZED PARTIAL_REVERSED'),
  capturing: set('CONFIRMING CONFIRM_CHECKING'),
  captured: set('CONFIRMED PARTIAL_REFUNDED REFUNDED REFUNDING ASYNC_REFUNDING'),
  refunding: set('REFUNDING ASYNC_REFUNDING'),
  released: set('REVERSED CANCELED'),
  waiting: set('3DS_CHECKING'),
  refused: set('REJECTED AUTH_FAIL DEADLINE_EXPIRED ATTEMPTS_EXPIRED'),
} as const;

/** Whether money is or was on hold. */
export function hasMoney(status: string): boolean {
  return STATUSES.held.has(status) || STATUSES.capturing.has(status) || STATUSES.captured.has(status);
}
