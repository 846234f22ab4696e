import type { PaymentToolDetails } from './api/types';
import { countWays } from './methods/count-ways';
import { UNCHARGED, type FinalOutcome } from './outcomes';
import type { TrackedAttempt } from './state/progress';
import type { View } from './state/view';
import type { OutcomeText } from './texts/outcome-text';
import type { Texts } from './texts/texts';
import { getToolKind, isCard } from './state/payment-tools';
import { getTokenProviderName } from './wallets/names';

/**
 * Tells whether a payer may have sent money that no event reports: an attempt showed a code or an address, or opened a
 * wallet.
 */
export function mayHaveSent(attempts: readonly TrackedAttempt[]): boolean {
  return attempts.some(({ hadInteraction, tool }) => hadInteraction && !isCard(tool));
}

type Circumstances = Pick<View, 'kind' | 'methods' | 'ways' | 'mayBeSent'>;

/**
 * Returns the title and the advice of an outcome by the kind of tool. It proposes another way only where there is one, and
 * says that nothing was charged only when that is certain.
 */
export function outcomeWords(
  texts: Texts,
  outcome: FinalOutcome,
  circumstances: Circumstances,
  tool?: PaymentToolDetails,
): OutcomeText {
  const { kind, mayBeSent = false } = circumstances;
  const toolKind = kind === 'binding' ? 'binding' : getToolKind(tool);
  const own = toolKind === 'card' ? undefined : texts.failuresOf[toolKind][outcome];
  const { title, advice } = { ...texts.outcomes[outcome], ...own };
  const wallet = tool && 'tokenProvider' in tool ? getTokenProviderName(tool.tokenProvider) : '';
  const fitting = fit(advice, countWays(circumstances) > 1).replaceAll('{wallet}', wallet);
  if (!UNCHARGED.includes(outcome)) return { title, advice: fitting };
  return { title, advice: `${fitting} ${mayBeSent ? texts.maybeSent : texts.uncharged}` };
}

/** Chooses the first part of `[with another way|without]`, or the second one, which may be absent. */
function fit(advice: string, hasOtherWays: boolean): string {
  return advice.replace(/\[([^|\]]*)\|?([^\]]*)\]/g, hasOtherWays ? '$1' : '$2');
}
