import { Refusal } from '../../../domain/errors/refusal';
import type { ClientInfo } from '../../../domain/payment/payment';
import type { PaymentTool, PaymentToolDetails } from '../../../domain/payment/payment-tool';
import type { ToolOwner } from '../../../domain/payment/tool-owner';
import { readPaymentSession, readPaymentToolToken } from '../../../store/payment-tool/payment-tool-token';
import type { Store } from '../../../store/store';
import { scopeOf, type Caller } from '../../http/context';

/** A payer's tool, taken out of its token. */
export interface OpenedResource {
  tool: PaymentTool;
  details: PaymentToolDetails;
  clientInfo: ClientInfo;
  sessionID: string;
}

/** Whose a tool is that this caller enters, and which tools he may use. */
export function toolOwner(caller: Caller): ToolOwner {
  return { partyID: caller.partyID, scope: scopeOf(caller) };
}

/**
 * Opens the token and session of a tool that was tokenised.
 * @throws Refusal invalidPaymentToolToken, invalidPaymentSession
 */
export async function openedResource(
  store: Store,
  given: { paymentToolToken?: string; paymentSession?: string },
  caller: Caller,
): Promise<OpenedResource> {
  const token = await readPaymentToolToken(given.paymentToolToken ?? '', { user: toolOwner(caller), store });
  if (!token) throw new Refusal('invalidPaymentToolToken', 'paymentToolToken is not valid or has expired');
  const session = await readPaymentSession(given.paymentSession ?? '', store.encryptionKeys);
  if (session?.sessionID !== token.sessionID) {
    throw new Refusal('invalidPaymentSession', "paymentSession is not valid, has expired, or is not the token's");
  }
  return { tool: token.tool, details: token.details, clientInfo: session.clientInfo, sessionID: session.sessionID };
}
