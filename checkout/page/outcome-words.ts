import type { PaymentToolDetails } from './api/types';
import { UNCHARGED, type FinalOutcome, type ToolKind } from './outcomes';
import type { TrackedAttempt } from './state/progress';
import type { OutcomeText, Texts } from './texts/texts';

const KINDS: Readonly<Record<PaymentToolDetails['detailsType'], ToolKind>> = {
  PaymentToolDetailsBankCard: 'card',
  PaymentToolDetailsMobileCommerce: 'phone',
  PaymentToolDetailsDigitalWallet: 'wallet',
  PaymentToolDetailsPaymentTerminal: 'transfer',
  PaymentToolDetailsCryptoWallet: 'transfer',
};

export function getToolKind(tool: PaymentToolDetails | undefined): ToolKind {
  return tool ? KINDS[tool.detailsType] : 'card';
}

/**
 * Tells whether a payer may have sent money that no event reports: an attempt showed a code or an address, or opened a
 * wallet.
 */
export function mayHaveSent(attempts: readonly TrackedAttempt[]): boolean {
  return attempts.some(({ hadInteraction, tool }) => hadInteraction && getToolKind(tool) !== 'card');
}

/** Returns the title and the advice of an outcome; says that nothing was charged only when that is certain. */
export function outcomeWords(
  texts: Texts,
  outcome: FinalOutcome,
  { tool = 'card', mayBeSent = false }: { tool?: ToolKind | undefined; mayBeSent?: boolean | undefined } = {},
): OutcomeText {
  const own = tool === 'card' ? undefined : texts.failuresOf[tool][outcome];
  const { title, advice } = { ...texts.outcomes[outcome], ...own };
  if (!UNCHARGED.includes(outcome)) return { title, advice };
  return { title, advice: `${advice} ${mayBeSent ? texts.maybeSent : texts.uncharged}` };
}
