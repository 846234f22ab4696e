import { CallFailed } from '../api/client';
import { describeOutcome, type FinalOutcome } from '../outcomes';
import { TOOL_FIELDS } from './payment-tools';

/** Failures that another amount may fix; `underWay` is an invoice of another amount made in a window of the same opening. */
const AMOUNT_PROBLEMS: Partial<Record<FinalOutcome, FinalOutcome>> = {
  amountRefused: 'chosenAmountRefused',
  wrongData: 'wrongData',
  underWay: 'underWay',
};

/** Returns the problem of an amount, or undefined when another amount would not help. */
export function getAmountProblem(outcome: FinalOutcome): FinalOutcome | undefined {
  return AMOUNT_PROBLEMS[outcome];
}

export function getFailureOutcome(error: unknown): FinalOutcome {
  if (!(error instanceof CallFailed)) return 'notReached';
  switch (error.failure.kind) {
    case 'unauthorised':
      return 'linkExpired';
    case 'absent':
      return 'absent';
    case 'refused':
      return describeOutcome(error.failure.code);
    case 'repeated':
      return 'underWay';
    case 'busy':
      return 'busy';
    case 'unreachable':
      return 'notReached';
  }
}

export type FieldName = 'number' | 'expiry' | 'cvv' | 'email' | (typeof TOOL_FIELDS)[number][1];

const FIELDS: readonly (readonly [RegExp, FieldName])[] = [
  [/^paymentTool\.cardNumber$/, 'number'],
  [/^paymentTool\.expDate$/, 'expiry'],
  [/^paymentTool\.cvv$/, 'cvv'],
  ...TOOL_FIELDS,
  [/^payer\.contactInfo\.email$/, 'email'],
];

export function getFailedField(error: unknown): FieldName | undefined {
  if (!(error instanceof CallFailed) || error.failure.kind !== 'refused') return undefined;
  const { fields } = error.failure;
  return FIELDS.find(([name]) => fields.some((field) => name.test(field)))?.[1];
}

export function isRefusal(error: unknown): boolean {
  return error instanceof CallFailed && ['refused', 'unauthorised', 'absent'].includes(error.failure.kind);
}

export function getRetryAfterMs(error: unknown): number {
  return error instanceof CallFailed && error.failure.kind === 'busy' ? error.failure.waitMs : 0;
}
