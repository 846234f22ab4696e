import { z } from 'zod';
import { CHARGEBACK_STAGES } from '../../domain/chargeback/chargeback.machine';
import { Refusal } from '../../domain/errors/refusal';

const id = z.string().min(1).max(40);
const amount = z.int().min(1).max(Number.MAX_SAFE_INTEGER).transform(BigInt);
const chargeback = { invoiceID: id, paymentID: id, chargebackID: id };

/** What an operator types for each command; see docs/operators.md. Fields that no command has are refused: a typing error. */
export const CHARGEBACK_COMMANDS = {
  create: z.strictObject({
    invoiceID: id,
    paymentID: id,
    body: amount,
    levy: amount,
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional(),
    reasonCode: z.string().max(1000).optional(),
  }),
  decide: z.strictObject(chargeback),
  reopen: z.strictObject({
    ...chargeback,
    stage: z.enum(CHARGEBACK_STAGES).optional(),
    body: amount.optional(),
    levy: amount.optional(),
  }),
} as const;

/** Reads a command that was typed by hand. @throws Refusal invalidRequest naming each field that is wrong */
export function readCommand<Schema extends z.ZodType>(schema: Schema, typed: unknown): z.output<Schema> {
  const read = schema.safeParse(typed);
  if (read.success) return read.data;
  const problems = read.error.issues.map(({ path, message }) => `${path.join('.') || 'input'}: ${message}`);
  throw new Refusal('invalidRequest', problems.join('; '));
}
