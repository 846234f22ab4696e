import { takesWalletToken } from '../../../connectors/kinds';
import { Refusal } from '../../../domain/platform/errors/refusal';
import type { ClientInfo } from '../../../domain/payments/payment/payment';
import type { PaymentTool, PaymentToolDetails } from '../../../domain/payments/payment/payment-tool';
import type { ToolOwner } from '../../../domain/payments/payment/tool-owner';
import {
  readPaymentSession,
  readPaymentToolToken,
  getCvvEnd,
  type TokenContent,
} from '../../../store/payments/payment-tool/payment-tool-token';
import type { Store } from '../../../store/store';
import { getScope, type Caller } from '../../http/context';

/** A payment tool from a token. */
export interface OpenedResource {
  tool: PaymentTool;
  details: PaymentToolDetails;
  clientInfo: ClientInfo;
  sessionID: string;
  /** When the vault deletes the CVV of a card that has one. */
  cvvUntil?: Date;
}

/** The owner of the tools that this caller creates and may use. */
export function toolOwner(caller: Caller): ToolOwner {
  return { partyID: caller.partyID, scope: getScope(caller) };
}

/** A tool that a request names by token and session. */
export interface GivenResource {
  /** Also set for an expired token, because a retry is compared by it; undefined if the token is not the caller's. */
  tool: PaymentTool | undefined;
  /** @throws Refusal invalidPaymentToolToken, invalidPaymentSession */
  opened: () => Promise<OpenedResource>;
}

type ResourceTokens = { paymentToolToken?: string; paymentSession?: string };

/** A time before every expiry. */
const ALWAYS_FRESH = new Date(0);

/** Decrypts the token of a tool. */
export async function givenResource(store: Store, given: ResourceTokens, caller: Caller): Promise<GivenResource> {
  const user = toolOwner(caller);
  const token = await readPaymentToolToken(given.paymentToolToken ?? '', { user, store, now: ALWAYS_FRESH });
  return { tool: token?.tool, opened: async () => openedResource(store, given, token) };
}

async function openedResource(
  store: Store,
  { paymentSession = '' }: ResourceTokens,
  token: TokenContent | undefined,
): Promise<OpenedResource> {
  if (!token || isExpired(token)) {
    throw new Refusal('invalidPaymentToolToken', 'paymentToolToken is not valid or has expired');
  }
  const session = await readPaymentSession(paymentSession, store.encryptionKeys);
  if (session?.sessionID !== token.sessionID) {
    throw new Refusal('invalidPaymentSession', "paymentSession is not valid, has expired, or is not the token's");
  }
  const { tool, details, browser } = token;
  const clientInfo = { ...session.clientInfo, ...(browser && { browser }) };
  const cvvUntil = getCvvEnd(token);
  return { tool, details, clientInfo, sessionID: session.sessionID, ...(cvvUntil && { cvvUntil }) };
}

function isExpired({ validUntil }: TokenContent): boolean {
  return Date.parse(validUntil) <= Date.now();
}

/** The accounts that take a wallet’s token or a network token; nothing for other tools, which every account of a matching route may take. */
export async function findAcceptingAccounts(
  store: Store,
  tool: PaymentTool,
): Promise<{ acceptingAccounts?: ReadonlySet<string> }> {
  if (tool.type !== 'tokenizedCard' && !(tool.type === 'card' && tool.networkToken)) return {};
  const accounts = [...(await store.accounts.read()).values()];
  return {
    acceptingAccounts: new Set(accounts.filter((account) => takesWalletToken(account, tool)).map(({ id }) => id)),
  };
}
