import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer as readBytes } from 'node:stream/consumers';
import type { ReceivedMessage } from './checker/evidence';
import { listenLocally, stopServer } from '../harness/local-server';

/** Responds to a delivery, now, later or never. */
export type ReceiverBehaviour = (response: ServerResponse, request: IncomingMessage) => void;

export const OK: ReceiverBehaviour = (response) => void response.writeHead(200).end();

/** The fields that identify the entity of a message. */
interface Message {
  eventID: string | number;
  eventType: string;
  invoice?: { id: string };
  invoiceId?: string;
  payment?: { id: string };
  paymentId?: string;
  refund?: { id: string };
  customer?: { id: string };
  binding?: { id: string };
  withdrawal?: { id: string };
  withdrawalID?: string;
  destination?: { id: string };
  destinationID?: string;
}

/** A merchant's endpoint: verifies and logs messages, with a behaviour for each hook. */
export class Receiver {
  private readonly keys = new Map<string, KeyObject>();
  private readonly manners = new Map<string, () => ReceiverBehaviour>();
  private readonly server = createServer((request, response) => void this.receive(request, response));
  private url = '';

  constructor(private readonly logFile: string) {}

  async open(): Promise<void> {
    this.url = await listenLocally(this.server);
    appendFileSync(this.logFile, '');
  }

  buildUrl(hook: string): string {
    return `${this.url}/${hook}`;
  }

  /** Sets the published key of a webhook. */
  trust(hook: string, publicKey: string): void {
    const der = Buffer.from(publicKey.replace(/-----[^-]+-----/g, ''), 'base64');
    this.keys.set(hook, createPublicKey({ key: der, format: 'der', type: 'spki' }));
  }

  behave(hook: string, manners: ReceiverBehaviour = OK): void {
    this.behaveInTurn(hook, () => manners);
  }

  /** Chooses a behaviour for each message. */
  behaveInTurn(hook: string, next: () => ReceiverBehaviour): void {
    this.manners.set(hook, next);
  }

  readLog(): ReceivedMessage[] {
    const lines = readFileSync(this.logFile, 'utf8').split('\n');
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as ReceivedMessage);
  }

  async close(): Promise<void> {
    await stopServer(this.server);
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const hook = (request.url ?? '').slice(1);
    // A sender that was killed has sent nothing.
    const body = await readBytes(request).catch(() => undefined);
    if (body === undefined) return;
    const manners = this.manners.get(hook)?.() ?? OK;
    const answered = manners === OK ? 200 : 0;
    const line = { hook, ...getTopic(body), isSigned: this.isSigned(hook, body, request), answered };
    // Logs before responding: a message with response 200 counts as accepted.
    appendFileSync(this.logFile, `${JSON.stringify(line satisfies ReceivedMessage)}\n`);
    response.on('error', () => undefined);
    manners(response, request);
  }

  private isSigned(hook: string, body: Buffer, { headers }: IncomingMessage): boolean {
    const key = this.keys.get(hook);
    // The first message may arrive before the response with the key.
    if (!key) return true;
    const digest = /^alg=RS256; digest=([A-Za-z0-9_=-]+)$/.exec(String(headers['content-signature']))?.[1] ?? '';
    return verify('sha256', body, key, Buffer.from(digest, 'base64url'));
  }
}

function getTopic(body: Buffer): Pick<ReceivedMessage, 'eventID' | 'eventType' | 'subject' | 'part' | 'digest'> {
  const message = JSON.parse(body.toString('utf8')) as Message;
  const digest = createHash('sha256').update(body).digest('base64url');
  return { eventID: String(message.eventID), eventType: message.eventType, ...getSubject(message), digest };
}

function getSubject(message: Message): { subject: string; part: string } {
  const invoice = message.invoice?.id ?? message.invoiceId;
  if (invoice !== undefined) {
    const payment = message.payment?.id ?? message.paymentId ?? '';
    return { subject: `invoice/${invoice}`, part: message.refund ? `${payment}.${message.refund.id}` : payment };
  }
  if (message.customer) return { subject: `customer/${message.customer.id}`, part: message.binding?.id ?? '' };
  // A withdrawal in a message contains its destination's id too.
  const withdrawal = message.withdrawal?.id ?? message.withdrawalID;
  if (withdrawal !== undefined) return { subject: `withdrawal/${withdrawal}`, part: '' };
  return { subject: `destination/${message.destination?.id ?? message.destinationID}`, part: '' };
}
