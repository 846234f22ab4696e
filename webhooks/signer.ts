import type { NodeRSA } from 'node-rsa' with { 'resolution-mode': 'import' };
import { contentSignature } from '../domain/webhook/content-signature';
import { openEndpoint } from '../store/webhook/endpoint';
import type { Store } from '../store/store';
import type { OutgoingMessage } from './http-sender';

interface SigningEndpoint {
  url: string;
  key: NodeRSA;
}

/** Opening a key costs two milliseconds, a signature a quarter of one; an opened key holds some ten kilobytes. */
const KEPT_ENDPOINTS = 500;

/** Signs messages with the keys of their webhooks. */
export class Signer {
  private readonly endpoints = new Map<string, Promise<SigningEndpoint>>();

  constructor(private readonly store: Store) {}

  /** @throws where the record is away or the key cannot be opened */
  async sign({ webhookID, text }: { webhookID: string; text: string }): Promise<OutgoingMessage> {
    const { url, key } = await this.endpoint(webhookID);
    const body = Buffer.from(text, 'utf8');
    return { url, body, contentSignature: contentSignature(key.sign(body, 'base64')) };
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
      const { url, privateKey } = await openEndpoint(this.store, webhookID);
      const rsa = await import('node-rsa');
      return { url, key: new rsa.NodeRSA(privateKey, 'pkcs8-private-pem', { signingScheme: 'pkcs1-sha256' }) };
    } catch (error) {
      this.endpoints.delete(webhookID);
      throw error;
    }
  }
}
