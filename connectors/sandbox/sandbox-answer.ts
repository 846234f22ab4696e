import { PAY_OUT_FAILURE_CODES } from '../../domain/wallets/withdrawal/withdrawal-failure';
import { z } from 'zod';
import { present } from '../../domain/platform/fields/present';
import { isPaymentFailurePath } from '../../domain/payments/payment/payment-failure';
import {
  ConnectorMisuse,
  type Approved,
  type ConsentRequired,
  type Declined,
  type InteractionRequired,
  type PayOutFailure,
} from '../connector';
import { declined, NOTHING_HELD } from '../declined';
import type { Pending, Returned } from '../pending';
import type { Stated } from '../stated';

const browserRequest = z.discriminatedUnion('requestType', [
  z.object({ requestType: z.literal('BrowserGetRequest'), uriTemplate: z.string() }),
  z.object({
    requestType: z.literal('BrowserPostRequest'),
    uriTemplate: z.string(),
    form: z.array(z.object({ key: z.string(), template: z.string() })),
  }),
]);

const interaction = z.discriminatedUnion('interactionType', [
  z.object({ interactionType: z.literal('Redirect'), request: browserRequest }),
  z.object({ interactionType: z.literal('QrCodeDisplayRequest'), qrCode: z.string() }),
  z.object({
    interactionType: z.literal('CryptoCurrencyTransferRequest'),
    cryptoAddress: z.string(),
    symbolicCode: z.string(),
    cryptoAmount: z.string().regex(/^[0-9]+[.][0-9]+$/),
  }),
  z.object({ interactionType: z.literal('PaymentTerminalReceipt'), shortPaymentID: z.string(), dueDate: z.string() }),
  z.object({ interactionType: z.literal('ApiExtensionRequest'), apiType: z.string() }),
]);

const said = {
  operationID: z.string().optional(),
  authorisationID: z.string().optional(),
  currency: z.string().optional(),
  test: z.boolean().optional(),
  // Absent for a verification and a void.
  amount: z.int().min(0).max(Number.MAX_SAFE_INTEGER).transform(BigInt).optional(),
};

const answer = z.discriminatedUnion('status', [
  z.object({
    ...said,
    status: z.literal('approved'),
    connectorReference: z.string().min(1),
    rrn: z
      .string()
      .regex(/^[a-zA-Z0-9]{12}$/)
      .optional(),
    approvalCode: z.string().optional(),
    recurrentToken: z.string().optional(),
    captured: z.int().min(1).max(Number.MAX_SAFE_INTEGER).transform(BigInt).optional(),
    // The released amount of an authorisation.
    voided: z.int().min(1).optional(),
    taken: z.int().min(1).max(Number.MAX_SAFE_INTEGER).transform(BigInt).optional(),
    card: z
      .object({
        bin: z.string().exactOptional(),
        lastDigits: z.string().exactOptional(),
        paymentSystem: z.string().exactOptional(),
        issuerCountry: z.string().exactOptional(),
        bankName: z.string().exactOptional(),
      })
      .optional(),
    schemeTransactionID: z.string().max(100).optional(),
    extraPaymentInfo: z.record(z.string().max(100), z.string().max(1_000)).optional(),
  }),
  z.object({ ...said, status: z.literal('declined'), failure: z.string() }),
  z.object({ ...said, status: z.literal('pending'), connectorReference: z.string().min(1) }),
  z.object({ ...said, status: z.literal('returned'), connectorReference: z.string().min(1) }),
  z.object({ ...said, status: z.literal('interactionRequired'), connectorReference: z.string().min(1), interaction }),
]);

/** The sandbox's response to an operation. */
export type SandboxAnswer = z.output<typeof answer>;

/** Parses a response; undefined for an invalid one, which proves nothing. */
export function parseSandboxAnswer(body: unknown): SandboxAnswer | undefined {
  return answer.safeParse(body).data;
}

/** Converts to a payment outcome; failures beyond the catalogue become `authorization_failed:unknown`. */
export function paymentOutcome(given: SandboxAnswer): Approved | Declined | InteractionRequired {
  if (given.status === 'pending' || given.status === 'returned')
    throw new ConnectorMisuse('The operation is deferred, which it must not be');
  if (given.status !== 'declined') return given.status === 'approved' ? approved(given) : interactionRequired(given);
  const path = isPaymentFailurePath(given.failure) ? given.failure : undefined;
  return { ...declined(path, path === 'authorization_failed:temporarily_unavailable'), stated: statedOf(given) };
}

/** Converts a look-up of an authorisation; a released one is declined. */
export function authorisationOutcome(given: SandboxAnswer): Approved | Declined | InteractionRequired {
  if (given.status !== 'approved' || given.voided === undefined) return paymentOutcome(given);
  return NOTHING_HELD;
}

/** Converts to the outcome of a capture, void or refund, which need no interaction. */
export function followUpOutcome(given: SandboxAnswer): Approved | Declined {
  const outcome = paymentOutcome(given);
  if (outcome.kind === 'interactionRequired')
    throw new ConnectorMisuse('The operation requires an interaction, which it must not');
  return outcome;
}

/** Converts to the outcome of a refund, which may come later. */
export function refundOutcome(given: SandboxAnswer): Approved | Declined | Pending {
  return given.status === 'pending' ? pending(given) : followUpOutcome(given);
}

/** Converts a look-up of a capture, with its amount. */
export function captureOutcome(given: SandboxAnswer): Approved | Declined {
  const outcome = followUpOutcome(given);
  if (outcome.kind === 'declined' || given.status !== 'approved' || given.amount === undefined) return outcome;
  return { ...outcome, amountMinor: given.amount };
}

/** Returns the capture of an authorisation, which may have another id. */
export function capturedOutcome(authorisation: SandboxAnswer): Approved | undefined {
  if (authorisation.status !== 'approved' || authorisation.captured === undefined) return undefined;
  const { connectorReference, captured: amountMinor, operationID, currency, test: isTest } = authorisation;
  const stated = { authorisation: operationID, amount: amountMinor, currency, isTest };
  return { kind: 'approved', connectorReference, amountMinor, stated };
}

/** Converts to a payout outcome; failures beyond the catalogue become a refusal by the receiver's bank. */
export function payOutOutcome(given: SandboxAnswer): Approved | Declined<PayOutFailure> | ConsentRequired | Pending {
  if (given.status === 'pending') return pending(given);
  const stated = statedOf(given);
  if (given.status === 'returned') return { kind: 'approved', connectorReference: given.connectorReference, stated };
  if (given.status === 'approved') return approved(given);
  if (given.status === 'interactionRequired') return consentRequired(given);
  const { failure } = given;
  const known = PAY_OUT_FAILURE_CODES.find((each) => each === failure) ?? 'RejectedByIssuer';
  const code = failure.startsWith('preauthorization_failed') ? 'PreauthorizationFailed' : known;
  return { kind: 'declined', failure: { code }, stated };
}

/** Converts a look-up of a payout, which may have been returned. */
export function foundPayOut(given: SandboxAnswer): ReturnType<typeof payOutOutcome> | Returned {
  if (given.status !== 'returned') return payOutOutcome(given);
  return { kind: 'returned', connectorReference: given.connectorReference, stated: statedOf(given) };
}

function statedOf(given: SandboxAnswer): Stated {
  const { operationID: operation, authorisationID: authorisation, currency, test: isTest } = given;
  const amount = given.status === 'approved' ? (given.taken ?? given.amount) : given.amount;
  const isCaptured = given.status === 'approved' && given.captured !== undefined;
  return { operation, authorisation, amount, currency, isTest, state: isCaptured ? 'captured' : 'held' };
}

function pending(given: SandboxAnswer & { connectorReference: string }): Pending {
  return { kind: 'pending', connectorReference: given.connectorReference, stated: statedOf(given) };
}

function approved(given: Extract<SandboxAnswer, { status: 'approved' }>): Approved {
  const { connectorReference, rrn, approvalCode, recurrentToken, card, schemeTransactionID, extraPaymentInfo } = given;
  return {
    kind: 'approved',
    connectorReference,
    ...present({ rrn, approvalCode, recurrentToken, card, schemeTransactionID, extraPaymentInfo }),
    ...present({ amountMinor: given.taken }),
    stated: statedOf(given),
  };
}

function consentRequired(given: Extract<SandboxAnswer, { status: 'interactionRequired' }>): ConsentRequired {
  const { interaction: requested } = given;
  if (requested.interactionType !== 'Redirect')
    throw new ConnectorMisuse('A payout requires an unsupported interaction');
  return { ...interactionRequired(given), interaction: requested };
}

function interactionRequired(given: Extract<SandboxAnswer, { status: 'interactionRequired' }>): InteractionRequired {
  const { connectorReference, interaction: requested } = given;
  return { kind: 'interactionRequired', connectorReference, interaction: requested, stated: statedOf(given) };
}
