import { z } from 'zod';

const amount = z.object({ value: z.number().int(), currency: z.string() });
const additionalData = z.record(z.string(), z.unknown()).optional();

/** The answer of `/payments` and `/payments/details`. */
export const paymentSchema = z.object({
  pspReference: z.string().optional(),
  merchantReference: z.string().optional(),
  resultCode: z.string(),
  refusalReasonCode: z.string().optional(),
  amount: amount.optional(),
  additionalData,
  action: z
    .object({
      type: z.string(),
      method: z.string().optional(),
      url: z.string().optional(),
      data: z.record(z.string(), z.string()).optional(),
      qrCodeData: z.string().optional(),
      subtype: z.string().optional(),
      token: z.string().optional(),
      paymentData: z.string().optional(),
      authorisationToken: z.string().optional(),
    })
    .optional(),
});

export type AdyenPayment = z.infer<typeof paymentSchema>;

/** The answer to a capture, cancel or refund, whose result comes by webhook. */
export const modificationSchema = z.object({ pspReference: z.string(), status: z.literal('received') });

export const storedMethodsSchema = z.object({
  storedPaymentMethods: z.array(z.object({ id: z.string() })).optional(),
});

export const anythingSchema = z.looseObject({});

/** A transfer to a bank account. */
export const transferSchema = z.object({
  id: z.string(),
  status: z.string(),
  amount: amount.optional(),
  balanceAccount: z.object({ id: z.string().optional() }).optional(),
  reference: z.string().optional(),
  reason: z.string().optional(),
});

export type AdyenTransfer = z.infer<typeof transferSchema>;

export const transfersSchema = z.object({ data: z.array(transferSchema).optional() });

/** The answer of each call of the Disputes API; its message is recorded if it is plain text. */
export const disputeResultSchema = z.object({
  disputeServiceResult: z.object({
    success: z.boolean(),
    errorMessage: z
      .string()
      .regex(/^[\w .,:;()'-]{1,200}$/)
      .optional()
      .catch(undefined),
  }),
});

export type DisputeResult = z.infer<typeof disputeResultSchema>;

const documentType = z.object({
  defenseDocumentTypeCode: z.string(),
  requirementLevel: z.string(),
  /** Whether a document of the type was supplied. */
  available: z.boolean(),
});

const defenseReason = z.object({
  defenseReasonCode: z.string(),
  defenseDocumentTypes: z.array(documentType).optional(),
});

export type DefenseReason = z.infer<typeof defenseReason>;

export const defenseReasonsSchema = disputeResultSchema.extend({ defenseReasons: z.array(defenseReason).optional() });
