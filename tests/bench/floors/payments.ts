import express, { type Request, type Response } from 'express';
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { Client } from '@temporalio/client';
import { TypedSearchAttributes, defineSearchAttributeKey } from '@temporalio/common';
import { DefaultLogger, NativeConnection, Runtime, Worker, bundleWorkflowCode } from '@temporalio/worker';
import { Pool } from 'undici';
import { standardCapacity, thisMachine } from '../../../runtime/capacity';
import { workerLimits } from '../../../worker/create-worker';
import { SEARCH_ATTRIBUTES } from '../../../workflow-names/search-attributes';
import { listenLocally } from '../../harness/local-server';
import { FloorDatabase, STRIPES } from './floor-database';
import { FloorWebhooks } from './floor-webhooks';

/*
 * The floor of a lifecycle: the least code that does its work, in one process. Invoice, sealed card, hold, capture, five ordered
 * webhooks with RS256, a durable outbox, and a workflow for each payment that starts delayed and is woken by its end. It has no
 * permissions, limits, retries or other ways, and reads no state back.
 */

const TASK_QUEUE = `floor-${process.pid}`;
const HOLD_MS = 7 * 24 * 3_600_000;
const API_KEY = 'floor';

interface Invoice {
  id: string;
  shopID: string;
  amount: number;
  currency: string;
}

interface Payment {
  invoice: Invoice;
  card: string;
  /** Until the workflow is started: a signal would start it a second time. */
  authorised?: Promise<void>;
}

const [sealKey, tokenKey] = [randomBytes(32), randomBytes(32)];
const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
const API_KEY_HASH = hash(API_KEY);
const createID = (): string => randomBytes(10).toString('hex');

function seal(value: object): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sealKey, iv);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

function unseal(sealed: Buffer): any {
  const decipher = createDecipheriv('aes-256-gcm', sealKey, sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return JSON.parse(decipher.update(sealed.subarray(28)).toString('utf8') + decipher.final('utf8'));
}

const authenticate = (text: string): Buffer => createHmac('sha256', tokenKey).update(text).digest();

function issueToken(claims: object): string {
  const text = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${text}.${authenticate(text).toString('base64url')}`;
}

function verifyToken(token: string): any {
  const [text = '', code = ''] = token.split('.');
  if (!timingSafeEqual(authenticate(text), Buffer.from(code, 'base64url'))) throw new Error('a token is forged');
  return JSON.parse(Buffer.from(text, 'base64url').toString());
}

class Floor {
  private readonly database = new FloorDatabase(process.env['DATABASE_URL'] ?? '');
  private readonly acquirer = new Pool(process.env['ACQUIRER_URL'] ?? '', { connections: 32 });
  private readonly webhooks = new FloorWebhooks((ids) => this.finish(ids, []));
  private readonly payments = new Map<string, Payment>();
  private readonly endings = new Map<string, () => void>();
  private workflows!: Client['workflow'];

  async start(): Promise<string> {
    await this.database.create();
    const connection = await NativeConnection.connect({ address: process.env['TEMPORAL_ADDRESS'] ?? '' });
    const workflowsPath = require.resolve('./floor-workflows');
    const logger = new DefaultLogger('WARN');
    const workflowBundle = await bundleWorkflowCode({ workflowsPath, logger, preloadModules: [workflowsPath] });
    const limits = workerLimits(standardCapacity(thisMachine()));
    const ended = ({ workflowId }: { workflowId: string }): void => this.endings.get(workflowId)?.();
    const sinks = { floor: { ended: { fn: ended, callDuringReplay: false } } };
    const worker = await Worker.create({ ...limits, connection, workflowBundle, taskQueue: TASK_QUEUE, sinks });
    void worker.run();
    this.workflows = new Client({ connection }).workflow;
    return listenLocally(createServer(this.routes()));
  }

  private routes(): express.Express {
    const app = express();
    const post = (path: string, answer: (request: Request, response: Response) => Promise<unknown>): void =>
      void app.post(`/v2/processing/${path}`, (request, response, next) => void answer(request, response).catch(next));
    app.use(express.json(), (request, response, next) => {
      const token = (request.headers.authorization ?? '').slice('Bearer '.length);
      if (token.includes('.')) verifyToken(token);
      else if (!timingSafeEqual(hash(token), API_KEY_HASH)) return void response.status(401).end();
      next();
    });
    post('webhooks', async ({ body }, response) => response.status(201).json({ id: this.webhooks.open(body.url) }));
    app.delete('/v2/processing/webhooks/:id', (_request, response) => void response.status(204).end());
    post('invoices', (request, response) => this.createInvoice(request.body, response));
    post('payment-resources', (request, response) => this.createResource(request.body, response));
    post('invoices/:id/payments', ({ params, body }, response) => this.pay(params['id'] ?? '', body, response));
    post('invoices/:id/payments/1/capture', ({ params }, response) => this.capture(params['id'] ?? '', response));
    return app;
  }

  private async createInvoice(body: any, response: Response): Promise<void> {
    const { shopID, amount, currency, product, metadata, dueDate, externalID } = body;
    const isValid = typeof shopID === 'string' && Number.isSafeInteger(amount) && amount > 0 && currency === 'RUB';
    if (!isValid || typeof product !== 'string' || !(Date.parse(dueDate) > Date.now())) {
      return void response.status(400).end();
    }
    const invoice = { id: createID(), createdAt: new Date().toISOString(), ...body } as Invoice;
    const message = writeMessage(invoice, 1, 'InvoiceCreated');
    const fields = [shopID, externalID, amount, currency, product, JSON.stringify(metadata), dueDate];
    const sent = await this.database.run('invoice', [invoice.id, ...fields, message]);
    this.payments.set(invoice.id, { invoice, card: '' });
    this.webhooks.send(invoice.id, sent, [message]);
    const payload = issueToken({ invoiceID: invoice.id });
    response.status(201).json({ invoice: { ...invoice, status: 'unpaid' }, invoiceAccessToken: { payload } });
  }

  private async createResource({ paymentTool, clientInfo }: any, response: Response): Promise<void> {
    const token = createID();
    await this.database.run('card', [token, seal(paymentTool)]);
    const paymentToolToken = seal({ token }).toString('base64url');
    response.status(201).json({ paymentToolToken, paymentSession: issueToken(clientInfo) });
  }

  private async pay(invoiceID: string, { payer }: any, response: Response): Promise<void> {
    const payment = this.get(invoiceID);
    payment.card = unseal(Buffer.from(payer.paymentToolToken, 'base64url')).token;
    verifyToken(payer.paymentSession);
    const message = writeMessage(payment.invoice, 2, 'PaymentStarted', 'pending');
    const sent = await this.database.run('payment', [invoiceID, payment.card, JSON.stringify(payer), message]);
    this.webhooks.send(invoiceID, sent, [message]);
    payment.authorised = this.authorise(payment, sent[0]?.command ?? '');
    const { amount, currency } = payment.invoice;
    response.status(201).json({ id: '1', status: 'pending', invoiceID, amount, currency, payer });
  }

  private async authorise({ invoice, card }: Payment, command: string): Promise<void> {
    const [found] = await this.database.run('sealed', [card]);
    await this.ask({ authorise: invoice.id, amount: invoice.amount, card: unseal(found?.sealed ?? Buffer.alloc(0)) });
    const message = writeMessage(invoice, 3, 'PaymentProcessed', 'processed');
    const heldUntil = new Date(Date.now() + HOLD_MS).toISOString();
    const sent = await this.database.run('authorised', [invoice.id, message, heldUntil, pickStripe()]);
    this.webhooks.send(invoice.id, sent, [message]);
    const memo = { authorised: { status: 'processed', heldUntil } };
    await this.workflows.start('floorPayment', { ...workflowOptions(invoice), startDelay: HOLD_MS, memo });
    await this.finish([], [command]);
  }

  private async capture(invoiceID: string, response: Response): Promise<void> {
    const { invoice, authorised } = this.get(invoiceID);
    const [decided] = await this.database.run('decided', [invoiceID]);
    response.status(202).end();
    await this.ask({ capture: invoiceID, amount: invoice.amount });
    const captured = writeMessage(invoice, 4, 'PaymentCaptured', 'captured');
    const paid = writeMessage(invoice, 5, 'InvoicePaid', 'captured');
    const sent = await this.database.run('captured', [invoiceID, captured, paid, pickStripe()]);
    this.webhooks.send(invoiceID, sent, [captured, paid]);
    this.payments.delete(invoiceID);
    await authorised;
    const options = { ...workflowOptions(invoice), signal: 'ended', signalArgs: ['captured'] };
    const ended = new Promise<void>((resolve) => this.endings.set(options.workflowId, resolve));
    await this.workflows.signalWithStart('floorPayment', options);
    // Until then the work is not done, which the bench waits for.
    await ended;
    this.endings.delete(options.workflowId);
    await this.finish([], [decided?.command ?? '']);
  }

  private get(invoiceID: string): Payment {
    const payment = this.payments.get(invoiceID);
    if (!payment) throw new Error(`there is no invoice ${invoiceID}`);
    return payment;
  }

  private async ask(body: object): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const answer = await this.acquirer.request({ method: 'POST', path: '/', headers, body: JSON.stringify(body) });
    const { status } = (await answer.body.json()) as { status: string };
    if (status !== 'approved') throw new Error(`the acquirer answers ${status}`);
  }

  private readonly finish = batch((messages, commands) => this.database.run('finished', [messages, commands]));
}

/** Records what is finished together, every 20 ms. */
function batch(record: (messages: string[], commands: string[]) => Promise<unknown>) {
  let waiting: { messages: string[]; commands: string[] } | undefined;
  return async (messages: readonly string[], commands: readonly string[]): Promise<void> => {
    if (!waiting) {
      const own = (waiting = { messages: [], commands: [] });
      setTimeout(() => {
        waiting = undefined;
        void record(own.messages, own.commands);
      }, 20);
    }
    waiting.messages.push(...messages);
    waiting.commands.push(...commands);
  };
}

const pickStripe = (): string => String(Math.floor(Math.random() * STRIPES));

function writeMessage(invoice: Invoice, eventID: number, eventType: string, status?: string): string {
  const { amount, currency } = invoice;
  const payment = status && { payment: { id: '1', status, amount, currency, flow: { type: 'PaymentFlowHold' } } };
  const occuredAt = new Date().toISOString();
  return JSON.stringify({ eventID, occuredAt, topic: 'InvoicesTopic', eventType, invoice, ...payment });
}

function workflowOptions({ id, shopID }: Invoice) {
  const values = ['demo', shopID, id, 'processed'];
  const pairs = SEARCH_ATTRIBUTES.map((name, index) => ({
    key: defineSearchAttributeKey(name, 'KEYWORD'),
    value: values[index] ?? '',
  }));
  return {
    taskQueue: TASK_QUEUE,
    workflowId: `floor/${id}`,
    args: [{ invoiceID: id }],
    staticSummary: 'Hold of 100.00 RUB',
    typedSearchAttributes: new TypedSearchAttributes(pairs),
  };
}

// A floor ends with the bench that forked it.
process.once('disconnect', () => process.exit(1));
Runtime.install({ logger: new DefaultLogger('WARN') });
void new Floor().start().then((apiUrl) => process.send?.({ apiUrl, apiKey: API_KEY }));
