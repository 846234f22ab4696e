import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { contentSignature } from '../domain/webhook/content-signature';
import { standardContent, standardHeaders, type StandardHeaders } from '../domain/webhook/standard-headers';
import { openEndpoint } from '../store/webhook/endpoint';
import { openStandardKey } from '../store/webhook/standard-headers';
import type { Store } from '../store/store';
import type { OutgoingMessage } from './http-sender';

interface SigningEndpoint {
  url: string;
  key: KeyObject;
  /** Until when it is taken for good, in milliseconds since the epoch. */
  until: number;
}

/** So long another process may not hear that a key was replaced. */
const KEPT_MS = 60_000;

/**
 * A third of a millisecond, more than half of what a delivery costs, and on a thread of its own: node-rsa, which takes as
 * long for the same signature, would make everything else of the process wait for it.
 */
const signOnAnotherThread = promisify<string, Buffer, KeyObject, Buffer>(sign);

/** Opening a key costs two milliseconds; an opened one holds some ten kilobytes. */
const KEPT_ENDPOINTS = 500;

/** Signs messages with the keys of their webhooks. */
export class Signer {
  private readonly endpoints = new Map<string, Promise<SigningEndpoint>>();
  private readonly standardKeys = new Map<string, Promise<KeyObject>>();

  constructor(private readonly store: Store) {}

  /** @throws where the record is away or the key cannot be opened */
  async sign({ webhookID, text }: { webhookID: string; text: string }): Promise<OutgoingMessage> {
    const { url, key } = await this.endpoint(webhookID);
    const body = Buffer.from(text, 'utf8');
    const signature = await signOnAnotherThread('sha256', body, key);
    return { url, body, contentSignature: contentSignature(signature.toString('base64')) };
  }

  /**
   * The headers of Standard Webhooks for an attempt at a moment.
   * @throws where the record is away or the key cannot be opened
   */
  async signStandard(given: { webhookID: string; text: string; id: string; at: Date }): Promise<StandardHeaders> {
    const { webhookID, text, id, at } = given;
    const key = await kept(this.standardKeys, webhookID, async () =>
      createPrivateKey(await openStandardKey(this.store, webhookID)),
    );
    const seconds = Math.floor(at.getTime() / 1_000);
    const content = Buffer.from(standardContent({ id, seconds, body: text }), 'utf8');
    return standardHeaders({ id, seconds, signatureBase64: sign(null, content, key).toString('base64') });
  }

  private async endpoint(webhookID: string): Promise<SigningEndpoint> {
    const open = async (): Promise<SigningEndpoint> => {
      const now = Date.now();
      const { url, privateKey, signsUntil } = await openEndpoint(this.store, webhookID, new Date(now));
      const until = Math.min(now + KEPT_MS, signsUntil?.getTime() ?? Infinity);
      return { url, key: createPrivateKey(privateKey), until };
    };
    const opening = kept(this.endpoints, webhookID, open);
    const opened = await opening;
    if (Date.now() < opened.until) return opened;
    if (this.endpoints.get(webhookID) === opening) this.endpoints.delete(webhookID);
    return kept(this.endpoints, webhookID, open);
  }
}

/** The least recently used is the first of the map and the first to go; what could not be opened is opened again. */
function kept<Opened>(
  all: Map<string, Promise<Opened>>,
  webhookID: string,
  open: () => Promise<Opened>,
): Promise<Opened> {
  const known = all.get(webhookID) ?? openOrForget(all, webhookID, open);
  all.delete(webhookID);
  all.set(webhookID, known);
  const [oldest] = all.keys();
  if (all.size > KEPT_ENDPOINTS && oldest !== undefined) all.delete(oldest);
  return known;
}

async function openOrForget<Opened>(
  all: Map<string, Promise<Opened>>,
  webhookID: string,
  open: () => Promise<Opened>,
): Promise<Opened> {
  try {
    return await open();
  } catch (error) {
    all.delete(webhookID);
    throw error;
  }
}
