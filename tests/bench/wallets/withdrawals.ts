import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { openStore } from '../../../store/store';
import { fund } from '../../harness/factories/wallet';
import type { Platform } from '../../harness/platform';
import { buildHeaders } from '../payments/merchant';

const EVENT_TYPES = ['WithdrawalStarted', 'WithdrawalSucceeded', 'WithdrawalFailed'];
const FUNDS = 1_000_000_000;
const BODY = { amount: 1_000, currency: 'RUB' };

interface Received {
  eventType: string;
  withdrawalID?: string;
}

/** An integrator that withdraws from its wallets until the webhook reports success. */
export class Withdrawals {
  private readonly ended = new Map<string, string>();
  private readonly awaited = new Map<string, (eventType: string) => void>();
  private readonly api: Pool;
  private readonly receiver: Server;
  private wallets: string[] = [];
  private destination = '';
  private webhookPath = '';

  constructor(private readonly platform: Platform) {
    this.api = new Pool(platform.apiUrl, { connections: 64 });
    this.receiver = createServer((request, response) => {
      void this.receive(request).then(() => response.writeHead(200).end());
    });
  }

  /** Creates funded wallets, a destination and a webhook. */
  async open(walletCount: number): Promise<void> {
    await new Promise<void>((resolve) => this.receiver.listen(0, '127.0.0.1', resolve));
    const identity = (await this.post('identities', { name: 'Bench', provider: 'test' })).id;
    const store = openStore(this.platform.environment as { DATABASE_URL: string; ENCRYPTION_KEY: string }, 2);
    for (let number = 0; number < walletCount; number++) {
      const { id } = await this.post('wallets', { name: `Wallet ${number}`, identity, currency: 'RUB' });
      await fund(store, id, FUNDS);
      this.wallets.push(id);
    }
    await store.database.close();
    const resource = { type: 'DigitalWalletDestinationResource', id: 'bench', provider: 'webmoney' };
    this.destination = (await this.post('destinations', { name: 'To', identity, currency: 'RUB', resource })).id;
    while ((await this.get(`destinations/${this.destination}`)).status !== 'Authorized') await sleep(50);
    const url = `http://127.0.0.1:${(this.receiver.address() as AddressInfo).port}/`;
    const scope = { topic: 'WithdrawalsTopic', eventTypes: EVENT_TYPES };
    const webhook = await this.post('webhooks', { identityID: identity, scope, url });
    this.webhookPath = `webhooks/${webhook.id}?identityID=${identity}`;
  }

  /** Runs one withdrawal up to its webhook. */
  async live(number: number): Promise<void> {
    const wallet = this.wallets[number % this.wallets.length];
    const { id } = await this.post('withdrawals', { wallet, destination: this.destination, body: BODY });
    const eventType = this.ended.get(id) ?? (await new Promise<string>((resolve) => this.awaited.set(id, resolve)));
    this.ended.delete(id);
    if (eventType !== 'WithdrawalSucceeded') throw new Error(`withdrawal ${id}: ${eventType}`);
  }

  async close(): Promise<void> {
    await this.call('DELETE', this.webhookPath);
    this.receiver.closeAllConnections();
    await new Promise((resolve) => this.receiver.close(resolve));
    await this.api.close();
  }

  private async receive(request: IncomingMessage): Promise<void> {
    const { eventType, withdrawalID } = (await json(request)) as Received;
    if (withdrawalID === undefined) return;
    const waiting = this.awaited.get(withdrawalID);
    this.awaited.delete(withdrawalID);
    if (waiting) waiting(eventType);
    else this.ended.set(withdrawalID, eventType);
  }

  private async post(path: string, body: object): Promise<{ id: string }> {
    return (await this.call('POST', path, JSON.stringify(body))) as { id: string };
  }

  private async get(path: string): Promise<{ status: string }> {
    return (await this.call('GET', path)) as { status: string };
  }

  private async call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: string): Promise<unknown> {
    const headers = buildHeaders(this.platform.demo.apiKey);
    const request = { method, path: `/wallet/v0/${path}`, headers, ...(body !== undefined && { body }) };
    const answer = await this.api.request(request);
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }
}
