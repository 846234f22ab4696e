import { z } from 'zod';
import { otherTools } from '../test-tools';

/** The largest exact JSON integer. */
const amount = z.int().min(1).max(Number.MAX_SAFE_INTEGER).transform(BigInt);
const currency = z.string().regex(/^[A-Z]{3}$/);
const operationID = z.string().min(1).max(200);
const text = z.string().max(1000);
const httpUrl = z.url({ protocol: /^https?$/ }).max(2000);

const card = z.object({
  type: z.literal('card'),
  cardNumber: z.string().regex(/^\d{12,19}$/),
  expDate: z.string().regex(/^\d{2}\/(\d{2}|\d{4})$/),
  cvv: z
    .string()
    .regex(/^\d{3,4}$/)
    .optional(),
  cardHolder: z.string().max(100).optional(),
});

const applePay = { provider: z.literal('ApplePay'), merchantID: text, paymentToken: z.string().max(16_000) };
const gatewayPay = {
  provider: z.enum(['GooglePay', 'YandexPay']),
  gatewayMerchantID: text,
  paymentToken: z.string().max(16_000),
};
const samsungPay = { provider: z.literal('SamsungPay'), serviceID: text, referenceID: text };
const tokenizedCard = { type: z.literal('tokenizedCard') };

const paymentTool = z.union([
  card,
  z.object({ type: z.literal('recurrentToken'), recurrentToken: z.string().max(2000) }),
  z.object({ ...tokenizedCard, ...applePay }),
  z.object({ ...tokenizedCard, ...gatewayPay }),
  z.object({ ...tokenizedCard, ...samsungPay }),
  ...otherTools,
]);

const payer = {
  paymentTool,
  currency,
  // Payers provide it, so an invalid address is ignored.
  returnUrl: httpUrl.optional().catch(undefined),
  callbackUrl: httpUrl,
  merchantName: text,
  description: text,
};
const followUp = { operationID, authorisationID: operationID };

const authorise = z.object({
  kind: z.literal('authorise'),
  operationID,
  amount,
  makeRecurrent: z.boolean().default(false),
  threeDSecure: z.enum(['exempt', 'ask', 'force']).optional(),
  ...payer,
});
const verify = z.object({ kind: z.literal('verify'), operationID, ...payer });
const capture = z.object({ kind: z.literal('capture'), ...followUp, amount, currency });
const voiding = z.object({ kind: z.literal('void'), ...followUp });
const refund = z.object({ kind: z.literal('refund'), ...followUp, amount, currency });
const payOut = z.object({
  kind: z.literal('payOut'),
  operationID,
  amount,
  askedAmount: amount.optional(),
  currency,
  description: text,
  callbackUrl: httpUrl.optional(),
  destination: z.looseObject({ type: z.string().min(1).max(100) }),
});

/** The body of `POST /operations`. */
export const operationRequest = z.discriminatedUnion('kind', [authorise, verify, capture, voiding, refund, payOut]);

export type SandboxOperationRequest = z.output<typeof operationRequest>;

export type OpeningRequest = Extract<SandboxOperationRequest, { kind: 'authorise' | 'verify' }>;

export type FollowUpRequest = Extract<SandboxOperationRequest, { kind: 'capture' | 'void' | 'refund' }>;

export type SandboxPayOutRequest = Extract<SandboxOperationRequest, { kind: 'payOut' }>;

export type SandboxPaymentTool = OpeningRequest['paymentTool'];

/** Serialises with sorted keys, so that equal requests have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  );
}
