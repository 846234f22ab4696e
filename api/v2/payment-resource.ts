import { Refusal } from '../../domain/errors/refusal';
import type { ClientInfo } from '../../domain/payment/payment';
import type { PaymentTool, PaymentToolDetails } from '../../domain/payment/payment-tool';
import { readPaymentSession, readPaymentToolToken } from '../../store/payment-tool/payment-tool-token';
import type { Store } from '../../store/store';

/** A payer's tool, taken out of its token. */
export interface OpenedResource {
  tool: PaymentTool;
  details: PaymentToolDetails;
  clientInfo: ClientInfo;
  sessionID: string;
}

/**
 * Opens the token and session of a tool that was tokenised.
 * @throws Refusal invalidPaymentToolToken, invalidPaymentSession
 */
export async function openedResource(
  store: Store,
  given: { paymentToolToken?: string; paymentSession?: string },
): Promise<OpenedResource> {
  const token = await readPaymentToolToken(given.paymentToolToken ?? '', store);
  if (!token) throw new Refusal('invalidPaymentToolToken', 'paymentToolToken is not valid or has expired');
  const session = await readPaymentSession(given.paymentSession ?? '', store.encryptionKey);
  if (session?.sessionID !== token.sessionID) {
    throw new Refusal('invalidPaymentSession', "paymentSession is not valid, has expired, or is not the token's");
  }
  return { tool: token.tool, details: token.details, clientInfo: session.clientInfo, sessionID: session.sessionID };
}
