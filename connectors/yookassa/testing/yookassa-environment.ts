import { setTimeout as sleep } from 'node:timers/promises';
import type { AuthorisationReference, AuthoriseRequest } from '../../connector';
import { Deadline } from '../../deadline';
import { beginRun, type ConnectorUnderTest, type Effects } from '../../testing/connector-under-test';
import { LosingProxy } from '../../testing/losing-proxy';
import { moveClock, RecordedAcquirer, toExchange, type Recording } from '../../testing/recording';
import { fromYooKassaAmount } from '../yookassa-amount';
import { YooKassaClient, type Credentials } from '../yookassa-client';
import { BLOCKED, listOf, refundSchema, REQUESTED, type YooKassaPayment } from '../yookassa-objects';
import { YooKassaOperations } from '../yookassa-operations';
import { createYooKassaConnector } from '../yookassa.connector';
import { YOOKASSA_CARDS } from './payment-book';

const ANSWER_MS = 30_000;
/** How long the operator may take to confirm in a browser. */
const CONFIRMATION_MS = 180_000;

interface Environment {
  shop: Credentials;
  url: string;
  /** Leads the payer to the page. */
  openPage: (page: string, operationID: string) => Promise<void> | void;
  /** Gets what was exchanged, at the end. */
  keep?: (recording: Recording) => void;
  /** The run that is repeated. */
  replayed?: Recording;
}

const CVV = '123';
const SECRETS = [...Object.values(YOOKASSA_CARDS), CVV];

const aCard = (cardNumber: string) => ({ type: 'card', cardNumber, expDate: '12/29', cvv: CVV }) as const;

/** YooKassa's connector at an address of which only the published API is known. */
export async function startYooKassaEnvironment(environment: Environment): Promise<ConnectorUnderTest> {
  const { shop, url, openPage, keep, replayed } = environment;
  const recordedAt = new Date().toISOString();
  const recording: Recording = { run: `R${Date.now().toString(36)}N`, account: shop.id, recordedAt, exchanges: [] };
  const { run } = replayed ?? recording;
  beginRun(run);
  const proxy = new LosingProxy(url);
  proxy.onExchange = (exchange) => void recording.exchanges.push(toExchange(exchange, SECRETS));
  const connectorAt = (at: string) => createYooKassaConnector({ shop, url: at });
  const proxied = await proxy.start();
  const connector = connectorAt(proxied);
  const client = new YooKassaClient({ ...shop, url: proxied });
  const operations = new YooKassaOperations(client);
  const pages = new Map<string, string>();
  const find = (authorisation: AuthorisationReference) => operations.payment(authorisation, new Deadline(ANSWER_MS));
  const authorise = async (request: AuthoriseRequest) => {
    const outcome = await connector.authorise(request);
    if (outcome.kind === 'interactionRequired' && outcome.interaction.interactionType === 'Redirect') {
      pages.set(request.operationID, outcome.interaction.request.uriTemplate);
    }
    return outcome;
  };
  return {
    connector: { ...connector, authorise },
    connectorAt,
    currency: 'RUB',
    approvedTool: aCard(YOOKASSA_CARDS.approved),
    declinedTool: aCard(YOOKASSA_CARDS.declined),
    interactionTool: aCard(YOOKASSA_CARDS.interaction),
    endsInteractions: false,
    loseAnswer: (send) => proxy.losingResponses(send),
    finishInteraction: async (authorisation) => {
      const { operationID } = authorisation;
      await openPage(pages.get(operationID) ?? '', operationID);
      for (const end = Date.now() + CONFIRMATION_MS; Date.now() < end; await sleep(500)) {
        if ((await find(authorisation))?.status !== 'pending') return;
      }
      throw new Error('the payment was not confirmed in time');
    },
    readEffects: async (authorisation) => readEffects(client, await find(authorisation)),
    stop: async () => {
      proxy.stop();
      keep?.(recording);
    },
  };
}

/** Repeats a run against the recorded answers. */
export async function replayYooKassa(replayed: Recording): Promise<ConnectorUnderTest> {
  const replay = new RecordedAcquirer(replayed, SECRETS);
  moveClock(replayed.recordedAt);
  const environment = await startYooKassaEnvironment({
    ...{ shop: { id: replayed.account, secret: 'test_replayed' }, replayed },
    ...{ url: await replay.start(), openPage: () => undefined },
  });
  return {
    ...environment,
    stop: async () => {
      await environment.stop();
      await replay.stop();
      jest.useRealTimers();
      expect(replay.problems).toEqual([]);
    },
  };
}

/** The effects that YooKassa's objects state. */
async function readEffects(client: YooKassaClient, payment: YooKassaPayment | undefined): Promise<Effects> {
  const effects = { authorised: 0n, captured: 0n, refunded: 0n, voided: 0n };
  if (!payment || payment.metadata?.[BLOCKED] === 'true' || payment.status === 'pending') return effects;
  const held = BigInt(payment.metadata?.[REQUESTED] ?? 0);
  if (payment.status === 'waiting_for_capture') return { ...effects, authorised: held };
  if (payment.status === 'canceled') {
    const isVoided = payment.cancellation_details?.reason === 'canceled_by_merchant';
    return isVoided ? { ...effects, authorised: held, voided: held } : effects;
  }
  const request = { method: 'GET', path: '/refunds', query: { payment_id: payment.id } } as const;
  const { items } = await client.call(request, listOf(refundSchema), new Deadline(ANSWER_MS));
  const refunded = items
    .filter(({ status }) => status !== 'canceled')
    .reduce((sum, { amount }) => sum + (fromYooKassaAmount(amount) ?? 0n), 0n);
  return { authorised: held, captured: fromYooKassaAmount(payment.amount) ?? 0n, refunded, voided: 0n };
}
