import type { FinalOutcome, ToolKind } from '../outcomes';

export interface OutcomeText {
  title: string;
  advice: string;
}

/**
 * Texts for tools other than cards, when they differ. `[with|without]` has one part for payers with another way to pay, and
 * one for those without; `{wallet}` is the name of Apple Pay and its like.
 */
export type FailureTexts = Record<Exclude<ToolKind, 'card'>, Partial<Record<FinalOutcome, Partial<OutcomeText>>>>;
