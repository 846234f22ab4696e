import type {
  PlainCard,
  PaymentTool,
  PaymentToolDetails,
  ToolWithoutCard,
  VaultedCard,
} from '../../../domain/payments/payment/payment-tool';
import { UNKNOWN_PAYMENT_SYSTEM } from '../../../domain/payments/payment/payment-tool';
import {
  keepCard,
  keepCardUntil,
  keepToken,
  type CardVault,
  type TokenToKeep,
  type TokenVault,
} from '../card-vault/card-vault';
import type { Database } from '../../postgres/database';
import { TOKEN_LIFETIME_MS } from './payment-tool-token';

/** How long a card is kept after its token has expired: a payment or binding may still be sent. */
const KEPT_AFTER_TOKEN_MS = 86_400_000;

interface EnteredTool {
  partyID: string;
  entered: PlainCard | ToolWithoutCard;
  details: PaymentToolDetails;
}

/** Stores an entered card in the vault. @returns the tool without card data, and the token of the card */
export async function keepTool(
  to: { database: Database; vault: CardVault },
  { partyID, entered, details }: EnteredTool,
  now = new Date(),
): Promise<{ tool: PaymentTool; cardToken?: string }> {
  if (entered.type !== 'card') return { tool: entered };
  const { expDate, cvv, cardHolder } = entered;
  const { cardID, token, fingerprint, numberFingerprint } = await keepCard(to, {
    partyID,
    card: { cardNumber: entered.cardNumber, expDate, cvv, cardHolder },
    paymentSystem: details.type === 'bankCard' ? details.paymentSystem : UNKNOWN_PAYMENT_SYSTEM,
    deleteAfter: endOfUse(now),
  });
  const tool: VaultedCard = {
    ...{ type: 'card', cardID, expDate, fingerprint },
    ...(numberFingerprint !== undefined && { numberFingerprint }),
    ...(cvv !== undefined && { hasCvv: true }),
    ...(cardHolder !== undefined && { hasHolder: true }),
  };
  return { tool, cardToken: token };
}

function endOfUse(now: Date): Date {
  return new Date(now.getTime() + TOKEN_LIFETIME_MS + KEPT_AFTER_TOKEN_MS);
}

/** Has the vault open a wallet's token. @returns its card, and what may be shown of it */
export async function keepOpenedToken(
  to: { database: Database; vault: TokenVault },
  { details, ...given }: TokenToKeep & { partyID: string; details: PaymentToolDetails },
  now = new Date(),
): Promise<{ tool: VaultedCard; details: PaymentToolDetails }> {
  const opened = await keepToken(to, { ...given, deleteAfter: endOfUse(now) });
  const { cardID, expDate, fingerprint, numberFingerprint, bin, lastDigits, isNetworkToken, eci, agreed } = opened;
  const tool: VaultedCard = {
    ...{ type: 'card', cardID, expDate, fingerprint, numberFingerprint },
    ...(isNetworkToken && {
      hasCvv: true,
      networkToken: { ...(eci !== undefined && { eci }), ...(agreed && { agreed }) },
    }),
  };
  if (details.type !== 'bankCard') return { tool, details };
  return { tool, details: { ...details, bin, lastDigits, tokenizationMethod: isNetworkToken ? 'dpan' : 'none' } };
}

/** Keeps a card for a payment whose deadline is later than the usual end of the card. */
export async function keepToolUntil(
  to: { database: Database; vault: CardVault },
  { tool, partyID }: { tool: PaymentTool; partyID: string },
  deadline: Date,
): Promise<void> {
  if (tool.type !== 'card' || deadline.getTime() < Date.now() + KEPT_AFTER_TOKEN_MS) return;
  await keepCardUntil(to, { cardID: tool.cardID, partyID }, deadline);
}
