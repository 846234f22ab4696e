import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { createHmac, randomUUID } from 'node:crypto';
import type { BrowserInfo } from '../../../domain/payments/payment/browser-info';
import type { ClientInfo } from '../../../domain/payments/payment/payment';
import type { PaymentTool, PaymentToolDetails } from '../../../domain/payments/payment/payment-tool';
import { mayUseTool, type ToolOwner } from '../../../domain/payments/payment/tool-owner';
import { DecryptionFailed, decrypt, encrypt, type EncryptionKeys } from '../../../security/encryption';
import { readFingerprintKey } from './fingerprint-key';
import type { Store } from '../../store';
import { storeLongTool, readLongTool } from './long-payment-tools';
import { createResourceToken } from './resource-token';

export const TOKEN_LIFETIME_MS = 64 * 60_000;

/** How long the vault keeps a CVV after its token has expired, by the default of `VAULT_CVV_MINUTES`. */
const CVV_AFTER_TOKEN_MS = 11 * 60_000;

// The second form names the tool's owner, the third has no card data.
export const PAYMENT_TOOL_TOKEN = 'payment-tool-token/3';
const SESSION = 'payment-session';
export const PAYMENT_TOOL = 'payment-tool';

export interface TokenContent {
  owner: ToolOwner;
  tool: PaymentTool;
  details: PaymentToolDetails;
  sessionID: string;
  validUntil: string;
  /** Here because a session is short. */
  browser?: BrowserInfo;
}

/** When the vault deletes the CVV of a token's card; undefined if it has none. */
export function getCvvEnd({ tool, validUntil }: TokenContent): Date | undefined {
  return tool.type === 'card' && tool.hasCvv ? new Date(Date.parse(validUntil) + CVV_AFTER_TOKEN_MS) : undefined;
}

export interface SessionContent {
  sessionID: string;
  clientInfo: ClientInfo;
  validUntil: string;
}

export interface TokenizedPaymentResource {
  paymentToolToken: string;
  paymentSession: string;
  resourceToken?: string;
  validUntil: Date;
}

/** The published maximum length of a token. Longer ones (wallet payloads of several kilobytes) are stored and referenced. */
const MAX_TOKEN = 2_000;

interface TokenReference {
  reference: string;
  validUntil: string;
}

export interface NewPaymentResource {
  owner: ToolOwner;
  tool: PaymentTool;
  /** The token of a card in the vault. */
  cardToken?: string | undefined;
  details: PaymentToolDetails;
  clientInfo: ClientInfo;
  browser?: BrowserInfo;
}

/** Creates the two tokens of a tool: encrypted, expiring, valid only together and only for its owner. */
export async function createPaymentResource(
  { owner, tool, cardToken, details, clientInfo, browser }: NewPaymentResource,
  { database, encryptionKeys: keys }: Store,
  now = new Date(),
): Promise<TokenizedPaymentResource> {
  const validUntil = new Date(now.getTime() + TOKEN_LIFETIME_MS);
  const shared = { sessionID: randomUUID(), validUntil: rfc3339Text(validUntil) };
  const [paymentToolToken, paymentSession, resourceToken] = await Promise.all([
    encrypt(
      JSON.stringify({ owner, tool, details, ...shared, ...(browser && { browser }) } satisfies TokenContent),
      PAYMENT_TOOL_TOKEN,
      keys,
    ),
    encrypt(JSON.stringify({ clientInfo: shortened(clientInfo), ...shared } satisfies SessionContent), SESSION, keys),
    cardToken === undefined
      ? Promise.resolve(undefined)
      : createResourceToken({ partyID: owner.partyID, cardToken, validUntil }, keys),
  ]);
  if (paymentToolToken.length <= MAX_TOKEN) return { paymentToolToken, paymentSession, resourceToken, validUntil };
  const reference = await storeLongTool(database, paymentToolToken, validUntil);
  const content: TokenReference = { reference, validUntil: shared.validUntil };
  return {
    paymentToolToken: await encrypt(JSON.stringify(content), PAYMENT_TOOL_TOKEN, keys),
    paymentSession,
    validUntil,
  };
}

const MAX_CLIENT_INFO = 600;

/** Shortens a long device description to fit a session into 1000 characters: drops the URL first, then cuts the fingerprint. */
function shortened(clientInfo: ClientInfo): ClientInfo {
  if (JSON.stringify(clientInfo).length <= MAX_CLIENT_INFO) return clientInfo;
  const { url, ...rest } = clientInfo;
  void url;
  if (JSON.stringify(rest).length <= MAX_CLIENT_INFO) return rest;
  return { ...rest, fingerprint: rest.fingerprint.slice(0, MAX_CLIENT_INFO - 100) };
}

/** Decrypts a tool's token; undefined if foreign, changed, expired or not usable by this user. */
export async function readPaymentToolToken(
  token: string,
  { user, store, now = new Date() }: { user: ToolOwner; store: Store; now?: Date },
): Promise<TokenContent | undefined> {
  const content = await readContent(token, store, now);
  return content && mayUseTool(content.owner, user) ? content : undefined;
}

async function readContent(
  token: string,
  { database, encryptionKeys: keys }: Store,
  now: Date,
): Promise<TokenContent | undefined> {
  const content = await decryptUnexpired<TokenContent | TokenReference>(token, PAYMENT_TOOL_TOKEN, { keys, now });
  if (!content || !('reference' in content)) return content;
  const kept = await readLongTool(database, content.reference);
  return kept === undefined ? undefined : decryptUnexpired<TokenContent>(kept, PAYMENT_TOOL_TOKEN, { keys, now });
}

/** Decrypts a session; undefined if foreign, changed or expired. */
export async function readPaymentSession(
  session: string,
  keys: EncryptionKeys,
  now = new Date(),
): Promise<SessionContent | undefined> {
  return decryptUnexpired<SessionContent>(session, SESSION, { keys, now });
}

async function decryptUnexpired<Content extends { validUntil: string }>(
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

export async function encryptPaymentTool(tool: PaymentTool, keys: EncryptionKeys): Promise<string> {
  return encrypt(JSON.stringify(tool), PAYMENT_TOOL, keys);
}

export async function decryptPaymentTool(encrypted: string, keys: EncryptionKeys): Promise<PaymentTool> {
  return JSON.parse(await decrypt(encrypted, PAYMENT_TOOL, keys)) as PaymentTool;
}

/** A keyed hash that recognises a tool: of a card by the vault's hash of its number and expiry. */
export async function computeToolFingerprint(tool: PaymentTool, store: Store): Promise<string> {
  return computeHash(tool.type === 'card' ? { type: tool.type, fingerprint: tool.fingerprint } : tool, store);
}

/** Recognises a card by its number, whatever its expiry date; undefined for other tools and for cards of older vaults. */
export async function computeCardFingerprint(tool: PaymentTool, store: Store): Promise<string | undefined> {
  if (tool.type !== 'card' || tool.numberFingerprint === undefined) return undefined;
  return computeHash({ type: tool.type, numberFingerprint: tool.numberFingerprint }, store);
}

async function computeHash(identity: object, store: Store): Promise<string> {
  return createHmac('sha256', await readFingerprintKey(store))
    .update(JSON.stringify(identity))
    .digest('base64url');
}
