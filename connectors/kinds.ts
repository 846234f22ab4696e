import { adyenKind } from './adyen/adyen.kind';
import type { ConnectorAccount } from '../domain/payments/connector-account/connector-account';
import type { VaultedCard, WalletToken } from '../domain/payments/payment/payment-tool';
import type { ConnectorKind } from './connector-kind';
import { sandboxKind } from './sandbox/sandbox.kind';
import { stripeKind } from './stripe/stripe.kind';
import { tbankKind } from './tbank/tbank.kind';
import { getTokenMerchant, MERCHANT_SETTINGS } from './wallet-tokens';
import { yookassaKind } from './yookassa/yookassa.kind';

/** All kinds of connectors. Nothing else outside their folders names them. */
export const CONNECTOR_KINDS: readonly ConnectorKind[] = [sandboxKind, stripeKind, yookassaKind, tbankKind, adyenKind];

const BY_NAME = new Map(CONNECTOR_KINDS.map((kind) => [kind.name, kind]));

export function findKind(name: string): ConnectorKind | undefined {
  return BY_NAME.get(name);
}

/** Whether an account takes a network token, or a wallet’s token: its connector takes that wallet, for the merchant that its settings name. */
export function takesWalletToken(
  { connector, settings }: Pick<ConnectorAccount, 'connector' | 'settings'>,
  token: WalletToken | VaultedCard,
): boolean {
  const { wallets = [], networkTokens } = findKind(connector)?.capabilities ?? {};
  if (token.type === 'card') return networkTokens === true || token.networkToken === undefined;
  if (wallets === 'any') return true;
  const merchant = settings[MERCHANT_SETTINGS[token.provider] ?? ''];
  return wallets.includes(token.provider) && merchant === getTokenMerchant(token);
}
