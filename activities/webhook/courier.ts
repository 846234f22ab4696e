import type { NodeRSA } from 'node-rsa' with { 'resolution-mode': 'import' };
import { contentSignature } from '../../domain/webhook/content-signature';
import type { Attempt } from '../../store/webhook/attempt.record';
import { openEndpoint } from '../../store/webhook/endpoint';
import type { LeasedQueue, WaitingMessage } from '../../store/webhook/queue.lease';
import type { Store } from '../../store/store';
import { Sender } from './sender';

interface SigningEndpoint {
  url: string;
  key: NodeRSA;
}

export interface CourierOptions {
  store: Store;
  /** Private networks that may be reached all the same, as CIDR. */
  allowedNetworks: readonly string[];
  /** The clock of attempts. */
  now?: () => Date;
}

/** Opening a key costs two milliseconds, a signature a quarter of one; an opened key holds some ten kilobytes. */
const KEPT_ENDPOINTS = 500;

/** Signs messages with their webhooks' keys and sends them. */
export class Courier {
  private readonly sender: Sender;
  private readonly endpoints = new Map<string, Promise<SigningEndpoint>>();

  constructor(private readonly options: CourierOptions) {
    this.sender = new Sender(options);
  }

  /**
   * One exchange with the endpoint; what goes wrong there is an attempt that failed.
   * @param stop ends the exchange, which then counts as not made
   * @throws where the platform itself cannot: the record is away, the key cannot be opened, or `stop` was given
   */
  async send(queue: LeasedQueue, message: WaitingMessage, stop?: AbortSignal): Promise<Attempt> {
    const { url, key } = await this.endpoint(queue.webhookID);
    const body = Buffer.from(message.body, 'utf8');
    const outgoing = { url, body, contentSignature: contentSignature(key.sign(body, 'base64')) };
    return this.sender.send(outgoing, { stop, now: this.options.now });
  }

  async close(): Promise<void> {
    await this.sender.close();
  }

  /** The least recently used endpoint is the first of the map and the first to go. */
  private endpoint(webhookID: string): Promise<SigningEndpoint> {
    const known = this.endpoints.get(webhookID) ?? this.openEndpoint(webhookID);
    this.endpoints.delete(webhookID);
    this.endpoints.set(webhookID, known);
    const [oldest] = this.endpoints.keys();
    if (this.endpoints.size > KEPT_ENDPOINTS && oldest !== undefined) this.endpoints.delete(oldest);
    return known;
  }

  private async openEndpoint(webhookID: string): Promise<SigningEndpoint> {
    try {
      const { url, privateKey } = await openEndpoint(this.options.store, webhookID);
      const rsa = await import('node-rsa');
      return { url, key: new rsa.NodeRSA(privateKey, 'pkcs8-private-pem', { signingScheme: 'pkcs1-sha256' }) };
    } catch (error) {
      this.endpoints.delete(webhookID);
      throw error;
    }
  }
}
