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

const browserInfo = z.strictObject({
  userAgent: z.string(),
  acceptHeader: z.string(),
  language: z.string(),
  screenWidth: z.number().int(),
  screenHeight: z.number().int(),
  colorDepth: z.number().int(),
  timeZoneOffset: z.number().int(),
  javaEnabled: z.boolean(),
});

const lineItem = z.strictObject({
  id: z.string(),
  description: z.string().max(10_000),
  quantity: z.number().int().positive(),
  amountIncludingTax: z.number().int(),
  taxPercentage: z.number().int().optional(),
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
  additionalData: z.strictObject({ manualCapture: z.literal('true'), networkTxReference: z.string().optional() }),
  shopperEmail: z.string().optional(),
  telephoneNumber: z
    .string()
    .regex(/^\+\d+$/)
    .optional(),
  shopperName: z.strictObject({ firstName: z.string().min(1).max(80), lastName: z.string().min(1).max(80) }).optional(),
  shopperIP: z.string().optional(),
  deviceFingerprint: z.string().max(5_000).optional(),
  browserInfo: browserInfo.optional(),
  lineItems: z.array(lineItem).optional(),
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

const account34 = z.string().min(1).max(34);
const bic = z.string().regex(/^[A-Z0-9]{8}(?:[A-Z0-9]{3})?$/);

const identification = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('iban'), iban: z.string().regex(/^[A-Z]{2}[A-Z0-9]{13,32}$/), bic: bic.optional() }),
  z.strictObject({ type: z.literal('numberAndBic'), accountNumber: account34, bic }),
  z.strictObject({ type: z.literal('ukLocal'), accountNumber: z.string().length(8), sortCode: z.string().length(6) }),
  z.strictObject({
    type: z.literal('usLocal'),
    accountNumber: z.string().min(2).max(18),
    routingNumber: z.string().length(9),
  }),
]);

const transfer = z.strictObject({
  amount,
  balanceAccountId: z.string(),
  category: z.literal('bank'),
  counterparty: z.strictObject({
    bankAccount: z.strictObject({
      accountHolder: z.strictObject({ fullName: z.string().min(1), address: z.object({}).loose().optional() }),
      accountIdentification: identification,
    }),
  }),
  priority: z.enum(['regular', 'crossBorder']),
  description: z.string().max(140),
  reference,
});

/** Finds the problems of a transfer. */
export function checkTransfer(body: unknown): string[] {
  const { error } = transfer.safeParse(body);
  return (error?.issues ?? []).map((issue) => `transfer ${issue.path.join('.')} ${issue.message}`);
}
