import type { StandInRequest, StandInResponse } from '../../connectors/testing/stand-in-server';

/** An effect in a stand-in's record of an operation. */
export interface AcquirerEffect {
  operationID: string;
  kind: 'authorise' | 'capture' | 'void' | 'refund' | 'payOut';
  amount: string;
}

/** Cards of the sandbox that every stand-in declines, or redirects for a confirmation. */
export const SHARED_CARDS = { declined: '4000000000000002', redirected: '4012888888881881' } as const;

/** A message to the platform, which is delivered until it is accepted. */
export interface AcquirerCallback {
  body: string;
}

/** An acquirer as its process runs it: a stand-in whose state survives the process. */
export interface AcquirerModel {
  handle(request: StandInRequest): Promise<StandInResponse>;
  /** Everything that the process has to remember, without card numbers. */
  readState(): unknown;
  restore(state: unknown): void;
  /** Decides what is pending. @returns the callbacks that have become due */
  settle(now: number): AcquirerCallback[];
  /** The payer decides. @returns undefined if the payer is not awaited, else where the payer's browser is led to */
  decide(operationID: string, isConfirmed: boolean): { address?: string } | undefined;
  listEffects(): AcquirerEffect[];
  /** Operations whose ids are only blocked. */
  listBlocked(): string[];
  /** Refuses new payments by validation of a parameter, or no more. */
  refuse(parameter: string | undefined): void;
  /** Requests and answers that contradict the published description. */
  listProblems(): string[];
}

/** The card of a stand-in in the place of the sandbox's card. */
export function withCards(text: string, cards: Readonly<Record<string, string>>): string {
  return Object.entries(cards).reduce((sent, [card, own]) => sent.replaceAll(card, own), text);
}
