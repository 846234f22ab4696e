import { z } from 'zod';

/** Metadata key of the operation that created an object. */
export const OPERATION = 'holdfast_operation';
/** Metadata key of the requested amount in minor units: a capture lowers the amount of the payment. */
export const REQUESTED = 'holdfast_amount';
/** Marks a payment that only blocks an operation id. */
export const BLOCKED = 'holdfast_blocked';

const RECEIPT_STATES = { succeeded: 'registered', pending: 'pending', canceled: 'refused' } as const;

/** The state of a receipt. */
export const receiptState = z.enum(['pending', 'succeeded', 'canceled']).transform((status) => RECEIPT_STATES[status]);

/** The state of the receipt that a payment or refund has; without one, or with a state that is not published, undefined. */
export const receiptRegistration = receiptState.optional().catch(undefined);

const money = z.object({ value: z.string(), currency: z.string() });
const metadata = z.record(z.string(), z.string().nullable()).optional();
const cancellation = z.object({ party: z.string(), reason: z.string() }).optional();

const card = z.object({
  first6: z.string().optional(),
  last4: z.string().optional(),
  card_type: z.string().optional(),
  issuer_country: z.string().optional(),
  issuer_name: z.string().optional(),
  source: z.string().optional(),
});

export const paymentSchema = z.object({
  id: z.string(),
  status: z.enum(['pending', 'waiting_for_capture', 'succeeded', 'canceled']),
  amount: money,
  description: z.string().optional(),
  created_at: z.string(),
  captured_at: z.string().optional(),
  expires_at: z.string().optional(),
  test: z.boolean().optional(),
  recipient: z.object({ account_id: z.string().optional() }).optional(),
  income_amount: money.optional(),
  receipt_registration: receiptRegistration,
  metadata,
  confirmation: z.object({ type: z.string(), confirmation_url: z.string().optional() }).optional(),
  cancellation_details: cancellation,
  authorization_details: z.object({ rrn: z.string().optional(), auth_code: z.string().optional() }).optional(),
  payment_method: z
    .object({ id: z.string().optional(), saved: z.boolean().optional(), card: card.optional().catch(undefined) })
    .optional(),
});

export type YooKassaPayment = z.infer<typeof paymentSchema>;

export const refundSchema = z.object({
  id: z.string(),
  payment_id: z.string(),
  status: z.enum(['pending', 'succeeded', 'canceled']),
  amount: money,
  receipt_registration: receiptRegistration,
  created_at: z.string(),
  metadata,
  cancellation_details: cancellation,
});

export type YooKassaRefund = z.infer<typeof refundSchema>;

export const payoutSchema = z.object({
  id: z.string(),
  test: z.boolean().optional(),
  status: z.enum(['pending', 'succeeded', 'canceled']),
  amount: money,
  created_at: z.string(),
  metadata,
  cancellation_details: cancellation,
});

export type YooKassaPayout = z.infer<typeof payoutSchema>;

export const methodSchema = z.object({
  id: z.string(),
  status: z.enum(['pending', 'active', 'inactive']),
  saved: z.boolean(),
  holder: z.object({ account_id: z.string().optional() }).optional(),
  metadata,
  confirmation: z.object({ type: z.string(), confirmation_url: z.string().optional() }).optional(),
});

export type YooKassaMethod = z.infer<typeof methodSchema>;

export const receiptSchema = z.object({
  id: z.string(),
  type: z.enum(['payment', 'refund']),
  payment_id: z.string().optional(),
  status: receiptState,
  items: z.array(z.object({ payment_mode: z.string().optional() })),
  settlements: z.array(z.object({ type: z.string() })).optional(),
});

export type YooKassaReceipt = z.infer<typeof receiptSchema>;

/** A page of a list. */
export function listOf<Item>(item: z.ZodType<Item>) {
  return z.object({ items: z.array(item), next_cursor: z.string().optional() });
}

export const banksSchema = z.object({
  items: z.array(z.object({ bank_id: z.string(), bic: z.string() })),
});
