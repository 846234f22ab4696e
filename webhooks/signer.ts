import { createHmac, createPrivateKey, createSecretKey, sign, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { contentSignature } from '../domain/delivery/webhook/content-signature';
import {
  SECRET_PREFIX,
  standardContent,
  standardHeaders,
  type StandardHeaders,
} from '../domain/delivery/webhook/standard-headers';
import { openSigningKey } from '../store/delivery/webhook/endpoint';
import { KEY_KEPT_SECONDS } from '../store/delivery/webhook/rotate-key';
import { openStandardKeys } from '../store/delivery/webhook/standard-headers';
import type { Store } from '../store/store';
import type { OutgoingMessage } from './http-sender';

interface Opened {
  /** When the cached value expires, in milliseconds since the epoch. */
  until: number;
}

interface SigningKey extends Opened {
  key: KeyObject;
}

interface SigningKeys extends Opened {
  keys: KeyObject[];
}

const KEPT_MS = KEY_KEPT_SECONDS * 1_000;

/** Signs in a worker thread of Node: 0.3 ms, which node-rsa would spend on the main thread. */
const signOnAnotherThread = promisify<string, Buffer, KeyObject, Buffer>(sign);

/** Decrypting a key takes 2 ms; a decrypted one takes some 10 kB. */
const KEPT_ENDPOINTS = 500;

/** The body to post and the value of `Content-Signature`. */
export type SignedMessage = Pick<OutgoingMessage, 'body' | 'contentSignature'>;

/** Signs webhook messages with the keys of their endpoint. */
export class Signer {
  private readonly contentKeys = new Map<string, Promise<SigningKey>>();
  private readonly standardKeys = new Map<string, Promise<SigningKeys>>();

  constructor(private readonly store: Store) {}

  /** @throws when the database is unavailable or the key cannot be decrypted */
  async sign({ webhookID, text }: { webhookID: string; text: string }): Promise<SignedMessage> {
    const { key } = await current(this.contentKeys, webhookID, () => this.openKey(webhookID));
    const body = Buffer.from(text, 'utf8');
    const signature = await signOnAnotherThread('sha256', body, key);
    return { body, contentSignature: contentSignature(signature.toString('base64')) };
  }

  /**
   * Returns the headers of Standard Webhooks for an attempt.
   * @throws when the database is unavailable or the key cannot be decrypted
   */
  async signStandard(given: { webhookID: string; text: string; id: string; at: Date }): Promise<StandardHeaders> {
    const { webhookID, text, id, at } = given;
    const { keys } = await current(this.standardKeys, webhookID, () => this.openKeys(webhookID));
    const seconds = Math.floor(at.getTime() / 1_000);
    const content = Buffer.from(standardContent({ id, seconds, body: text }), 'utf8');
    return standardHeaders({ id, seconds, signatures: keys.map((key) => signContent(content, key)) });
  }

  private async openKey(webhookID: string): Promise<SigningKey> {
    const now = Date.now();
    const { privateKey, signsUntil } = await openSigningKey(this.store, webhookID, new Date(now));
    return { key: createPrivateKey(privateKey), until: keptUntil(now, signsUntil) };
  }

  private async openKeys(webhookID: string): Promise<SigningKeys> {
    const now = Date.now();
    const { privateKeys, until } = await openStandardKeys(this.store, webhookID, new Date(now));
    return { keys: privateKeys.map(openStandardKey), until: keptUntil(now, until) };
  }
}

function openStandardKey(text: string): KeyObject {
  if (!text.startsWith(SECRET_PREFIX)) return createPrivateKey(text);
  return createSecretKey(text.slice(SECRET_PREFIX.length), 'base64');
}

function signContent(content: Buffer, key: KeyObject): string {
  if (key.type === 'secret') return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  return `v1a,${sign(null, content, key).toString('base64')}`;
}

function keptUntil(now: number, signsUntil: Date | null): number {
  return Math.min(now + KEPT_MS, signsUntil?.getTime() ?? Infinity);
}

/** Returns the cached value, or a new one after it expired. */
async function current<Kept extends Opened>(
  all: Map<string, Promise<Kept>>,
  webhookID: string,
  open: () => Promise<Kept>,
): Promise<Kept> {
  const opening = kept(all, webhookID, open);
  const opened = await opening;
  if (Date.now() < opened.until) return opened;
  if (all.get(webhookID) === opening) all.delete(webhookID);
  return kept(all, webhookID, open);
}

/** Caches by least recent use; a failed load is not cached. */
function kept<Kept>(all: Map<string, Promise<Kept>>, webhookID: string, open: () => Promise<Kept>): Promise<Kept> {
  const known = all.get(webhookID) ?? openOrForget(all, webhookID, open);
  all.delete(webhookID);
  all.set(webhookID, known);
  const [oldest] = all.keys();
  if (all.size > KEPT_ENDPOINTS && oldest !== undefined) all.delete(oldest);
  return known;
}

async function openOrForget<Kept>(
  all: Map<string, Promise<Kept>>,
  webhookID: string,
  open: () => Promise<Kept>,
): Promise<Kept> {
  try {
    return await open();
  } catch (error) {
    all.delete(webhookID);
    throw error;
  }
}
