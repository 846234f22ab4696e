import { ConnectorMisuse } from '../../../connectors/connector';
import { findVaultToken } from '../../../connectors/wallet-tokens';
import { Refusal } from '../../../domain/platform/errors/refusal';
import type { PaymentTool, PaymentToolDetails } from '../../../domain/payments/payment/payment-tool';
import { keepOpenedToken, keepTool } from '../../../store/payments/payment-tool/keep-tool';
import { VaultRefusal } from '../../../vault/client/vault-client';
import type { ApiDependencies } from '../../http/dependencies';
import type { EnteredTool } from '../shared/payment-tool';

type Parts = Pick<ApiDependencies, 'store' | 'vault' | 'vaultMerchants'>;

interface KeptTool {
  tool: PaymentTool;
  cardToken?: string;
  details: PaymentToolDetails;
}

/**
 * Stores an entered card in the vault, and has it open the tokens of its merchants.
 * @throws Refusal invalidRequest for a token that the vault refuses
 */
export async function keepEnteredTool(
  { store: { database }, vault, vaultMerchants }: Parts,
  partyID: string,
  { tool: entered, details }: EnteredTool,
): Promise<KeptTool> {
  try {
    const token = entered.type === 'tokenizedCard' && vaultMerchants && findVaultToken(entered, vaultMerchants);
    if (token) return await keepOpenedToken({ database, vault }, { ...token, partyID, details });
  } catch (error) {
    if (!isRefusedToken(error)) throw error;
    const place = 'body.paymentTool.paymentToken';
    throw new Refusal('invalidRequest', `${place}: is not a valid token of this merchant, or was used`, { place });
  }
  return { ...(await keepTool({ database, vault }, { entered, details, partyID })), details };
}

function isRefusedToken(error: unknown): boolean {
  return error instanceof ConnectorMisuse || (error instanceof VaultRefusal && error.place === 'body.token');
}
