import { CallFailed } from '../api/client';
import { describeOutcome, type Outcome } from '../outcomes';

/** After these another amount may be the answer; under way is an invoice of another amount, asked for in a window of this opening. */
const ABOUT_THE_AMOUNT: Partial<Record<Outcome, Outcome>> = {
  amountRefused: 'chosenAmountRefused',
  wrongData: 'wrongData',
  underWay: 'underWay',
};

/** What a payer who chooses the amount is told; undefined where another amount would not help. */
export function problemOfAmount(outcome: Outcome): Outcome | undefined {
  return ABOUT_THE_AMOUNT[outcome];
}

/** What a payer is told of a call that failed; whatever else goes wrong, a part of the page that does not load, is like it. */
export function outcomeOfFailure(error: unknown): Outcome {
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

/** A field of the page's forms. */
export type FieldName = 'number' | 'expiry' | 'cvv' | 'email' | 'phone' | 'wallet';

/** What the fields are called in requests. */
const FIELDS: readonly (readonly [RegExp, FieldName])[] = [
  [/^paymentTool\.cardNumber$/, 'number'],
  [/^paymentTool\.expDate$/, 'expiry'],
  [/^paymentTool\.cvv$/, 'cvv'],
  [/^paymentTool\.mobilePhone\b/, 'phone'],
  [/^paymentTool\.id$/, 'wallet'],
  [/^payer\.contactInfo\.email$/, 'email'],
];

/** The field of a form that a refusal is about, if it names one. */
export function fieldOfFailure(error: unknown): FieldName | undefined {
  if (!(error instanceof CallFailed) || error.failure.kind !== 'refused') return undefined;
  const { fields } = error.failure;
  return FIELDS.find(([name]) => fields.some((field) => name.test(field)))?.[1];
}

/** Whether the platform has said that it does not do what it was asked. */
export function isRefusal(error: unknown): boolean {
  return error instanceof CallFailed && ['refused', 'unauthorised', 'absent'].includes(error.failure.kind);
}

/** How long the platform, as it has answered, wants not to be asked again. */
export function askedToWaitMs(error: unknown): number {
  return error instanceof CallFailed && error.failure.kind === 'busy' ? error.failure.waitMs : 0;
}
