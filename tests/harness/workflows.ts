import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { FixedConnectors } from './fixed-connectors';
import { accountSource } from '../../store/payments/connector-account/account-source';
import { DiskStorage } from '../../files/disk-storage';
import type { Connector } from '../../connectors/connector';
import { createSandboxConnector } from '../../connectors/sandbox/sandbox.connector';
import { createErasureActivities } from '../../activities/operators/erasure/erasure.activities';
import { createInvoiceActivities } from '../../activities/payments/invoice/invoice.activities';
import { createBindingActivities } from '../../activities/payments/binding/binding.activities';
import { createDisputeAnswerActivities } from '../../activities/payments/dispute/dispute-answer.activities';
import { createDisputeActivities } from '../../activities/payments/dispute/dispute.activities';
import { createDestinationActivities } from '../../activities/wallets/destination/destination.activities';
import { createPaymentActivities } from '../../activities/payments/payment/payment.activities';
import { createSettlementReceiptActivities } from '../../activities/payments/payment/settlement-receipt.activities';
import { createLateSuccessActivities } from '../../activities/operators/reconciliation/late-success.activities';
import { createReconciliationActivities } from '../../activities/operators/reconciliation/reconciliation.activities';
import { createRefundActivities } from '../../activities/payments/refund/refund.activities';
import { createReencryptionActivities } from '../../activities/platform/encryption/reencryption.activities';
import { createRetentionActivities } from '../../activities/platform/retention/retention.activities';
import { createBankAccountNoticeActivities } from '../../activities/merchants/settlement/bank-account-notice.activities';
import type { MailSettings } from '../../activities/platform/mail/send-mail';
import { createReportDownloadActivities } from '../../activities/merchants/settlement/report-download.activities';
import { createSettlementActivities } from '../../activities/merchants/settlement/settlement.activities';
import { createWithdrawalActivities } from '../../activities/wallets/withdrawal/withdrawal.activities';
import type { RecordedCartLine } from '../../domain/payments/invoice/cart';
import type { Invoice } from '../../domain/payments/invoice/invoice';
import type { InvoiceStatus } from '../../domain/payments/invoice/invoice.machine';
import type { ContactInfo, HoldExpiration, Payment } from '../../domain/payments/payment/payment';
import type { PaymentTool } from '../../domain/payments/payment/payment-tool';
import { createLogger } from '../../runtime/logger';
import { TEST_SECRET, aSandbox } from '../../sandbox/testing';
import { DEMO } from '../../store/operators/demo/demo';
import { createInvoice } from '../../store/payments/invoice/invoice.create';
import { getInvoice } from '../../store/payments/invoice/invoice.queries';
import { encryptPaymentTool } from '../../store/payments/payment-tool/payment-tool-token';
import { findPayment } from '../../store/payments/payment/payment.queries';
import { createPayment, type NewPayment } from '../../store/payments/payment/payment.create';
import type { CardVault } from '../../store/payments/card-vault/card-vault';
import { openStore, type Store } from '../../store/store';
import { FirstAttempts } from '../../worker/first-attempts';
import { OutboxDispatcher } from '../../worker/outbox-dispatcher';
import { registerSearchAttributes } from '../../worker/search-attributes';
import { untilAnswered } from './answered';
import { freshDatabase } from './database';
import { seedReferenceData } from './reference-data';
import { service } from './services';
import { aVaultedCard, lazyVault } from './vault';
import { timeSkippingEnvironment } from './workflow-environment';
import { readResult } from './workflow-result';

/** Workflows on the time-skipping server, with a real PostgreSQL and sandbox acquirer. */
export type WorkflowHarness = Awaited<ReturnType<typeof startWorkflowHarness>>;

export interface InvoiceFields {
  amountMinor?: bigint;
  dueInMs?: number;
  cart?: RecordedCartLine[];
}

export interface PaymentFields {
  cardNumber?: string;
  tool?: PaymentTool;
  flow?: NewPayment['flow'];
  contactInfo?: ContactInfo;
  /** Default: half an hour. */
  processedWithinMs?: number;
}

const HOUR_MS = 3_600_000;
export const TASK_QUEUE = 'workflow-tests';

export async function startWorkflowHarness() {
  const environment = await timeSkippingEnvironment();
  const [sandbox, otherSandbox] = [await aSandbox(), await aSandbox()];
  const logger = createLogger({ process: 'workflow-tests', level: 'warn' });
  const ENCRYPTION_KEY = [1, 2].map(() => randomBytes(32).toString('base64')).join();
  const store = openStore({ DATABASE_URL: await freshDatabase(), ENCRYPTION_KEY }, 8);
  await seedReferenceData(store.database);
  await registerSearchAttributes(environment.nativeConnection, { namespace: 'default', logger });
  const getConnector = ({ url }: { url: string }) => createSandboxConnector({ url, secret: TEST_SECRET });
  const unreachable = getConnector({ url: 'http://127.0.0.1:9' });
  const opened = { sandbox: getConnector(sandbox), other: getConnector(otherSandbox), unreachable };
  const connectors: Record<string, Connector> = { ...opened };
  const vault = lazyVault();
  const mail: MailSettings = { SMTP_URL: undefined, MAIL_FROM: undefined };
  const files = new DiskStorage(mkdtempSync(join(tmpdir(), 'files-')));
  const now = async (): Promise<Date> => new Date(await environment.currentTimeMs());
  const provider = {
    store,
    vault,
    connectors: new FixedConnectors(connectors, accountSource(store)),
    apiUrl: 'http://127.0.0.1:1',
    connectorTimeoutMs: 1_500,
    clock: now,
  };
  const entities = {
    ...createPaymentActivities(provider),
    ...createBindingActivities(provider),
    ...createRefundActivities(provider),
    ...createWithdrawalActivities(provider),
    ...createSettlementActivities(provider, () => new Date()),
  };
  const worker = await Worker.create({
    connection: environment.nativeConnection,
    taskQueue: TASK_QUEUE,
    workflowBundle: await service('bundle'),
    activities: {
      ...createInvoiceActivities({ store, clock: now }),
      ...createDestinationActivities({ store, clock: now }),
      ...entities,
      ...createReconciliationActivities({ ...provider, steps: entities }),
      ...createLateSuccessActivities({ ...provider, steps: entities }),
      ...createRetentionActivities({ store, vault, files, metadataKeys: ['email'] }),
      ...createErasureActivities({ store, vault, metadataKeys: ['email'] }),
      ...createReencryptionActivities({ store }),
      ...createDisputeActivities(provider),
      ...createDisputeAnswerActivities({ ...provider, files }),
      ...createSettlementReceiptActivities(provider),
      ...createBankAccountNoticeActivities({ store, mail }),
      ...createReportDownloadActivities(provider),
    },
  });
  const running = worker.run();
  const client = new Client({ connection: environment.nativeConnection });
  const concurrency = { payer: 20, background: 4 };
  // The clock is read after the card is stored: the first one starts the vault.
  const pay = async (invoice: Invoice, fields: PaymentFields): Promise<Payment> => {
    const tool = fields.tool ?? (await aVaultedCard({ store, vault }, fields.cardNumber));
    return aPayment({ store, vault }, { invoice, fields: { ...fields, tool }, now: await now() });
  };
  const firstSteps = { ...entities, ...createPaymentActivities({ ...provider, isDispatcher: true }) };
  const outbox = new OutboxDispatcher({
    database: store.database,
    client,
    taskQueue: TASK_QUEUE,
    logger,
    newToken: randomUUID,
    concurrency,
    firstAttempts: new FirstAttempts(firstSteps, { logger, clock: now }),
  });
  outbox.start();
  return {
    environment,
    store,
    vault,
    files,
    sandboxUrl: sandbox.url,
    /** Connectors by name, which a test may replace. */
    connectors,
    /** The mail server; none until a test sets it. */
    mail,
    /** The acquirer of the connector `other`; the connector `unreachable` has an address without a server. */
    otherSandboxUrl: otherSandbox.url,
    /** The server's clock, which is ahead by the skipped time. */
    now,
    anInvoice: async (fields: InvoiceFields = {}) => anInvoice(store, fields, await now()),
    aPayment: async (invoice: Invoice, fields: PaymentFields = {}) => pay(invoice, fields),
    /** Starts the workflow of an entity again, as the sweeper does, but without the revived flag. */
    startAgain: async (workflowType: string, workflowId: string, input: object) => {
      await environment.client.workflow.start(workflowType, { workflowId, taskQueue: TASK_QUEUE, args: [input] });
    },
    /** An authorised hold. */
    aHold: async (invoice: Invoice, onHoldExpiration: HoldExpiration) => {
      const payment = await pay(invoice, { flow: { type: 'hold', onHoldExpiration } });
      const ref = { invoiceID: invoice.id, paymentID: payment.id };
      return until(() => findPayment(store.database, ref), 'processed');
    },
    /** Skips time and waits until the invoice has the status. */
    invoiceAfter: async (ms: number, { id, partyID }: Invoice, status: InvoiceStatus) => {
      await environment.sleep(ms);
      return until(() => getInvoice(store.database, { invoiceID: id, partyID }), status);
    },
    /** Waits for a workflow's result, skipping idle time. */
    readResult: (workflowID: string) => readResult(environment, workflowID),
    stop: async () => {
      await outbox.stop();
      worker.shutdown();
      await running;
      for (const connector of Object.values(opened)) await connector.close();
      for (const provider of [sandbox, otherSandbox]) await provider.stop();
      await vault.stop();
      await store.database.close();
      await environment.teardown();
    },
  };
}

export async function anInvoice(store: Store, fields: InvoiceFields, now: Date): Promise<Invoice> {
  const given = {
    partyID: DEMO.partyID,
    shopID: DEMO.shopID,
    dueDate: new Date(now.getTime() + (fields.dueInMs ?? 30 * 24 * HOUR_MS)),
    amountMinor: fields.amountMinor ?? 10_000n,
    currency: 'RUB',
    product: 'Заказ № 1',
    ...(fields.cart && { cart: fields.cart }),
    metadata: {},
  };
  return createInvoice(store, given, now);
}

/** A payment that was not sent to a connector yet. */
export async function aPayment(
  { store, vault }: { store: Store; vault: CardVault },
  { invoice, fields, now }: { invoice: Invoice; fields: PaymentFields; now: Date },
): Promise<Payment> {
  const tool = fields.tool ?? (await aVaultedCard({ store, vault }, fields.cardNumber));
  const given: NewPayment = {
    invoiceID: invoice.id,
    partyID: invoice.partyID,
    flow: fields.flow ?? { type: 'hold', onHoldExpiration: 'cancel' },
    payer: {
      type: 'PaymentResourcePayer',
      contactInfo: fields.contactInfo ?? {},
      paymentSession: 'session',
      toolDetails: { type: 'bankCard', bin: '424242', lastDigits: '4242', paymentSystem: 'visa' },
      toolFingerprint: 'fingerprint',
    },
    encryptedPaymentTool: await encryptPaymentTool(tool, store.encryptionKeys),
    processingDeadline: new Date(now.getTime() + (fields.processedWithinMs ?? HOUR_MS / 2)),
    makeRecurrent: false,
  };
  return createPayment(store, given, now);
}

async function until<Entity extends { id: string; status: string }>(
  read: () => Promise<Entity>,
  status: Entity['status'],
): Promise<Entity> {
  const entity = await untilAnswered(read, (each) => each.status === status);
  if (entity.status !== status) throw new Error(`${entity.id} is ${entity.status}, not ${status}`);
  return entity;
}
