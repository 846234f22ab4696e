import { rfc3339Text } from '../../domain/rfc3339/rfc3339';
import { createHmac, randomUUID } from 'node:crypto';
import type { ClientInfo } from '../../domain/payment/payment';
import type { PaymentTool, PaymentToolDetails } from '../../domain/payment/payment-tool';
import { mayUseTool, type ToolOwner } from '../../domain/payment/tool-owner';
import { DecryptionFailed, decrypt, encrypt, type EncryptionKeys } from '../secrets/encryption';
import { fingerprintKey } from '../secrets/fingerprint-key';
import type { Store } from '../store';
import { keepLongTool, readLongTool } from './long-payment-tools';
import { createResourceToken } from './resource-token';

/** A token lives 64 minutes, and its session with it. */
export const TOKEN_LIFETIME_MS = 64 * 60_000;

// The second form names the tool's owner. A token of the first names nobody, so it is nobody's.
export const PAYMENT_TOOL_TOKEN = 'payment-tool-token/2';
const SESSION = 'payment-session';
/** Encrypted tools at rest are bound to this purpose. */
export const PAYMENT_TOOL = 'payment-tool';

/** What a token holds: the tool, how it may be shown, who entered it, and the session that it belongs to. */
export interface TokenContent {
  owner: ToolOwner;
  tool: PaymentTool;
  details: PaymentToolDetails;
  sessionID: string;
  validUntil: string;
}

/** What a session holds: the device on which the tool was entered. */
export interface SessionContent {
  sessionID: string;
  clientInfo: ClientInfo;
  validUntil: string;
}

export interface PaymentResource {
  paymentToolToken: string;
  paymentSession: string;
  /** Of a card only: what the Wallet API knows it by. */
  resourceToken?: string;
  validUntil: Date;
}

/** The published bound of a token. A wallet's payload has several kilobytes: it rests in the record, and the token refers to it. */
const MAX_TOKEN = 2_000;

/** What the token of such a tool holds instead. */
interface TokenReference {
  reference: string;
  validUntil: string;
}

/** A tool that somebody entered now, on a device. */
export interface NewPaymentResource {
  owner: ToolOwner;
  tool: PaymentTool;
  details: PaymentToolDetails;
  clientInfo: ClientInfo;
}

/** Makes the two tokens of a tool: encrypted, expiring, good only together and only for its owner. */
export async function createPaymentResource(
  { owner, tool, details, clientInfo }: NewPaymentResource,
  { database, encryptionKeys: keys }: Store,
  now = new Date(),
): Promise<PaymentResource> {
  const validUntil = new Date(now.getTime() + TOKEN_LIFETIME_MS);
  const shared = { sessionID: randomUUID(), validUntil: rfc3339Text(validUntil) };
  const [paymentToolToken, paymentSession, resourceToken] = await Promise.all([
    encrypt(JSON.stringify({ owner, tool, details, ...shared } satisfies TokenContent), PAYMENT_TOOL_TOKEN, keys),
    encrypt(JSON.stringify({ clientInfo: shortened(clientInfo), ...shared } satisfies SessionContent), SESSION, keys),
    tool.type === 'card'
      ? createResourceToken({ partyID: owner.partyID, card: tool, validUntil }, keys)
      : Promise.resolve(undefined),
  ]);
  if (paymentToolToken.length <= MAX_TOKEN) return { paymentToolToken, paymentSession, resourceToken, validUntil };
  const reference = await keepLongTool(database, paymentToolToken, validUntil);
  const content: TokenReference = { reference, validUntil: shared.validUntil };
  return {
    paymentToolToken: await encrypt(JSON.stringify(content), PAYMENT_TOOL_TOKEN, keys),
    paymentSession,
    validUntil,
  };
}

const MAX_CLIENT_INFO = 600;

/** A session has at most 1000 characters: of a very long device description the address goes first, then the fingerprint is cut. */
function shortened(clientInfo: ClientInfo): ClientInfo {
  if (JSON.stringify(clientInfo).length <= MAX_CLIENT_INFO) return clientInfo;
  const { url, ...rest } = clientInfo;
  void url;
  if (JSON.stringify(rest).length <= MAX_CLIENT_INFO) return rest;
  return { ...rest, fingerprint: rest.fingerprint.slice(0, MAX_CLIENT_INFO - 100) };
}

/** Opens a tool's token; undefined for one that is not ours, was changed, is over, or is not this user's to use. */
export async function readPaymentToolToken(
  token: string,
  { user, store, now = new Date() }: { user: ToolOwner; store: Store; now?: Date },
): Promise<TokenContent | undefined> {
  const content = await tokenContent(token, store, now);
  return content && mayUseTool(content.owner, user) ? content : undefined;
}

async function tokenContent(
  token: string,
  { database, encryptionKeys: keys }: Store,
  now: Date,
): Promise<TokenContent | undefined> {
  const content = await openFresh<TokenContent | TokenReference>(token, PAYMENT_TOOL_TOKEN, { keys, now });
  if (!content || !('reference' in content)) return content;
  const kept = await readLongTool(database, content.reference);
  return kept === undefined ? undefined : openFresh<TokenContent>(kept, PAYMENT_TOOL_TOKEN, { keys, now });
}

/** Opens a session; undefined for one that is not ours, was changed, or is over. */
export async function readPaymentSession(
  session: string,
  keys: EncryptionKeys,
  now = new Date(),
): Promise<SessionContent | undefined> {
  return openFresh<SessionContent>(session, SESSION, { keys, now });
}

async function openFresh<Content extends { validUntil: string }>(
  encrypted: string,
  purpose: string,
  { keys, now }: { keys: EncryptionKeys; now: Date },
): Promise<Content | undefined> {
  try {
    const content = JSON.parse(await decrypt(encrypted, purpose, keys)) as Content;
    return Date.parse(content.validUntil) > now.getTime() ? content : undefined;
  } catch (error) {
    if (error instanceof DecryptionFailed) return undefined;
    throw error;
  }
}

/** Encrypts a tool for the short time between the request and the connector's answer. */
export async function encryptPaymentTool(tool: PaymentTool, keys: EncryptionKeys): Promise<string> {
  return encrypt(JSON.stringify(tool), PAYMENT_TOOL, keys);
}

/** Opens what `encryptPaymentTool` made, for the connector alone. */
export async function openPaymentTool(encrypted: string, keys: EncryptionKeys): Promise<PaymentTool> {
  return JSON.parse(await decrypt(encrypted, PAYMENT_TOOL, keys)) as PaymentTool;
}

/**
 * Tells the same tool again without revealing it: a keyed hash over what identifies it (of a card its number and expiry,
 * not the CVV or the holder's spelling).
 */
export async function toolFingerprint(tool: PaymentTool, store: Store): Promise<string> {
  const identity =
    tool.type === 'card' ? { type: tool.type, cardNumber: tool.cardNumber, expDate: tool.expDate } : tool;
  return createHmac('sha256', await fingerprintKey(store))
    .update(JSON.stringify(identity))
    .digest('base64url');
}
