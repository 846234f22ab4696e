import type { PaymentToolDetails } from './api/types';
import { UNCHARGED, type Outcome, type ToolKind } from './outcomes';
import type { Attempt } from './state/progress';
import type { OutcomeText, Texts } from './texts/texts';

const KINDS: Readonly<Record<PaymentToolDetails['detailsType'], ToolKind>> = {
  PaymentToolDetailsBankCard: 'card',
  PaymentToolDetailsMobileCommerce: 'phone',
  PaymentToolDetailsDigitalWallet: 'wallet',
  PaymentToolDetailsPaymentTerminal: 'transfer',
  PaymentToolDetailsCryptoWallet: 'transfer',
};

/** A tool that nothing is known of is a card: it is what the page offers first. */
export function getToolKind(tool: PaymentToolDetails | undefined): ToolKind {
  return tool ? KINDS[tool.detailsType] : 'card';
}

/** Whether a payer may have sent money that no answer tells of: he was given a code or an address, or was at his wallet. */
export function mayHaveSent(attempts: readonly Attempt[]): boolean {
  return attempts.some(({ wasAsked, tool }) => wasAsked && getToolKind(tool) !== 'card');
}

/** What an outcome is called after a kind of tool, and what the payer can do. That nothing was charged is said only where it is known. */
export function outcomeWords(
  texts: Texts,
  outcome: Outcome,
  { tool = 'card', mayBeSent = false }: { tool?: ToolKind | undefined; mayBeSent?: boolean | undefined } = {},
): OutcomeText {
  const own = tool === 'card' ? undefined : texts.failuresOf[tool][outcome];
  const { title, advice } = { ...texts.outcomes[outcome], ...own };
  if (!UNCHARGED.includes(outcome)) return { title, advice };
  return { title, advice: `${advice} ${mayBeSent ? texts.maybeSent : texts.uncharged}` };
}
