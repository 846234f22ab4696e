import { z } from 'zod';

/** Shapes of our requests to Adyen, which are checked where its published description is not present. */

const amount = z.strictObject({ value: z.number().int().nonnegative(), currency: z.string().length(3) });
const reference = z.string().min(1).max(80);
const account = { merchantAccount: z.string().min(1) };
const modification = z.strictObject({ ...account, reference, amount });

const card = z.strictObject({
  type: z.literal('scheme'),
  number: z.string().regex(/^\d{12,19}$/),
  expiryMonth: z.string().regex(/^\d{1,2}$/),
  expiryYear: z.string().regex(/^\d{4}$/),
  cvc: z.string().optional(),
  holderName: z.string().optional(),
});

const payment = z.strictObject({
  ...account,
  amount,
  reference,
  returnUrl: z.url().max(8_000),
  paymentMethod: z.union([card, z.strictObject({ type: z.literal('scheme'), storedPaymentMethodId: z.string() })]),
  shopperInteraction: z.enum(['Ecommerce', 'ContAuth']),
  channel: z.literal('Web').optional(),
  authenticationData: z.object({}).loose().optional(),
  additionalData: z.strictObject({ manualCapture: z.literal('true') }),
  storePaymentMethod: z.literal(true).optional(),
  recurringProcessingModel: z.literal('UnscheduledCardOnFile').optional(),
  shopperReference: z.string().min(3).max(256).optional(),
});

const SHAPES: readonly [RegExp, z.ZodType][] = [
  [/^\/payments$/, payment],
  [/^\/payments\/details$/, z.strictObject({ details: z.strictObject({ redirectResult: z.string().max(20_000) }) })],
  [/^\/payments\/[A-Z0-9]{16}\/(captures|refunds)$/, modification],
  [/^\/payments\/[A-Z0-9]{16}\/cancels$/, modification.omit({ amount: true })],
  [/^\/cancels$/, z.strictObject({ ...account, paymentReference: reference })],
  [/^\/paymentMethods$/, z.strictObject(account)],
];

/** Finds the problems of a request body. */
export function checkShape(path: string, body: unknown): string[] {
  const shape = SHAPES.find(([pattern]) => pattern.test(path))?.[1];
  if (!shape) return [`no request to ${path} is expected`];
  const { error } = shape.safeParse(body);
  return (error?.issues ?? []).map((issue) => `${path} ${issue.path.join('.')} ${issue.message}`);
}
