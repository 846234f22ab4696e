import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserRequest } from '../../domain/payments/payment/user-interaction';
import type { CallbackResponse } from '../callback';
import type { AuthorisationReference, AuthoriseRequest, ListingConnector, PaymentConnector } from '../connector';
import { findKind } from '../kinds';
import { beginRun, type ConnectorUnderTest, type Effects } from './connector-under-test';
import { LosingProxy } from './losing-proxy';
import { MemoryBook } from './memory-book';
import { patientConnector } from './patient-connector';
import { moveClock, RecordedAcquirer, readMasked, toExchange, type Callback, type Recording } from './recording';

export type TestCredentials = Readonly<Record<string, string>>;

/** What a connector is opened with. */
export interface Access {
  credentials: TestCredentials;
  url: string;
  book: MemoryBook;
}

/** What the suite may read of an acquirer of which only the published API is known. */
export interface AcquirerView extends Access {
  /** All answers so far. */
  answers: readonly unknown[];
  /** How long statements are awaited. */
  waitMs: number;
}

type UnderTest = Pick<
  ConnectorUnderTest,
  'currency' | 'approvedTool' | 'declinedTool' | 'interactionTool' | 'storesCards' | 'endsInteractions'
>;

/** The test environment of an acquirer. */
export interface AcquirerEnvironment extends UnderTest {
  /** Of the kind. */
  name: string;
  /** An account at the stand-in; its secrets stand for those of a recorded account. */
  credentials: TestCredentials;
  /** Requests whose answers are lost, and that cause callbacks; absent: all by POST. */
  effects?: RegExp;
  /** How long look-ups may not find what was done. */
  lagMs?: number;
  connect(access: Access): PaymentConnector & Partial<ListingConnector>;
  /** Whether the payer can do nothing more on the page of a payment. */
  isDecided(view: AcquirerView, authorisation: AuthorisationReference): Promise<boolean>;
  /** The signed address that payers come back to, for a connector that reads their return. */
  buildReturnUrl?(credentials: TestCredentials, callbackUrl: string, operationID: string): string;
  /** Signs a recorded callback, for a connector that reads what callbacks state. */
  signCallback?(credentials: TestCredentials, callback: unknown): unknown;
  /** The effects that the acquirer states. */
  readEffects(view: AcquirerView, authorisation: AuthorisationReference): Promise<Effects>;
}

/** Takes a request to the address of callbacks. */
export type Receive = (callback: Callback) => Promise<CallbackResponse>;

export const CALLBACK_PORT = 8099;
const DONE: CallbackResponse = { status: 200, contentType: 'text/plain', body: 'Done.' };

interface Run {
  credentials: TestCredentials;
  url: string;
  /** Leads the payer to the page. */
  openPage: (page: BrowserRequest, operationID: string, receive: Receive) => Promise<void> | void;
  /** Lets the acquirer and payers reach us, at `CALLBACK_PORT`. @returns how to stop */
  listen?: (receive: Receive) => Promise<() => void>;
  /** How long look-ups are repeated, and the pause between two. */
  patience: { waitMs: number; pauseMs: number };
  /** Gets what was exchanged, at the end. */
  keep?: (recording: Recording) => void;
  /** The run that is repeated. */
  replayed?: Recording;
}

/** How long the operator may take to confirm in a browser. */
const CONFIRMATION_MS = 180_000;

export async function startEnvironment(environment: AcquirerEnvironment, run: Run): Promise<ConnectorUnderTest> {
  const { credentials, openPage, patience, keep, replayed } = run;
  const recording: Recording = {
    ...{ run: `R${Date.now().toString(36)}N`, recordedAt: new Date().toISOString(), exchanges: [], returns: {} },
    account: withoutSecrets(environment.name, credentials),
  };
  beginRun((replayed ?? recording).run);
  const secrets = secretsOf(environment);
  const answers: unknown[] = [];
  const proxy = new LosingProxy(run.url);
  if (environment.effects) proxy.effects = environment.effects;
  let callbacks: unknown[] = [];
  proxy.onRequest = (call) => {
    if (proxy.effects.test(call)) callbacks = [];
  };
  proxy.onExchange = (proxied) => {
    const exchange = toExchange(proxied, secrets);
    if (proxy.effects.test(proxied.call)) exchange.callbacks = callbacks;
    recording.exchanges.push(exchange);
    answers.push(exchange.answer);
  };
  const view: AcquirerView = {
    credentials,
    url: await proxy.start(),
    book: new MemoryBook(),
    answers,
    waitMs: patience.waitMs,
  };
  const onCallback = (body: string) => void callbacks.push(readMasked(body, secrets));
  const receive = await openReceiver(environment, view, { recording, onCallback });
  const stopListening = await run.listen?.(receive);
  const connectorAt = (url: string) => environment.connect({ ...view, url });
  const connector = patientConnector(connectorAt(view.url), patience.waitMs, patience.pauseMs);
  const pages = new Map<string, BrowserRequest>();
  const authorise = async (request: AuthoriseRequest) => {
    const outcome = await connector.authorise({ ...request, callbackUrl: callbackUrlOf(environment) });
    if (outcome.kind === 'interactionRequired' && outcome.interaction.interactionType === 'Redirect')
      pages.set(request.operationID, outcome.interaction.request);
    return outcome;
  };
  return {
    ...environment,
    connector: { ...connector, authorise },
    connectorAt,
    loseAnswer: (send) => proxy.losingResponses(send),
    finishInteraction: async (authorisation) => {
      const { operationID } = authorisation;
      const isDecided = () => environment.isDecided(view, authorisation);
      const page = pages.get(operationID);
      if (!page || (await isDecided())) return;
      await openPage(page, operationID, receive);
      for (const end = Date.now() + CONFIRMATION_MS; Date.now() < end; await sleep(patience.pauseMs))
        if (await isDecided()) return;
      throw new Error('the payment was not confirmed in time');
    },
    readEffects: (authorisation) => environment.readEffects(view, authorisation),
    stop: async () => {
      proxy.stop();
      stopListening?.();
      keep?.(recording);
    },
  };
}

const callbackUrlOf = ({ name }: AcquirerEnvironment) => `http://127.0.0.1:${CALLBACK_PORT}/callbacks/${name}`;

/** Reads callbacks and the returns of payers as the API does, and keeps what they state. */
async function openReceiver(
  environment: AcquirerEnvironment,
  { credentials, book }: AcquirerView,
  { recording, onCallback }: { recording: Recording; onCallback: (body: string) => void },
): Promise<Receive> {
  const reader = await findKind(environment.name)?.callbacks({ credentials, settings: {} });
  return async ({ query, body }) => {
    const returned = reader?.readReturn?.(new URLSearchParams(query), Buffer.from(body));
    if (returned) {
      const { operationID, notice } = returned;
      const callbackUrl = callbackUrlOf(environment);
      const signed = environment.buildReturnUrl?.(credentials, callbackUrl, operationID) ?? callbackUrl;
      recording.returns[operationID] = { query: withoutNames(query, new URL(signed).searchParams), body };
      await book.record([notice]);
      return DONE;
    }
    const reading = reader?.read({ body: Buffer.from(body), header: () => undefined });
    if (reading?.kind !== 'read') return { ...DONE, status: 401 };
    onCallback(body);
    await book.record(reading.notices ?? []);
    return reading.response ?? DONE;
  };
}

/** Repeats a run against the recorded answers. */
export async function replayEnvironment(
  environment: AcquirerEnvironment,
  replayed: Recording,
): Promise<ConnectorUnderTest> {
  const acquirer = new RecordedAcquirer(replayed, secretsOf(environment));
  moveClock(replayed.recordedAt);
  const credentials = { ...environment.credentials, ...replayed.account };
  const given = await startEnvironment(environment, {
    ...{ credentials, url: await acquirer.start() },
    openPage: async (_, operationID, receive) => {
      const { query, body } = replayed.returns[operationID] ?? { query: '', body: '' };
      const signed = environment.buildReturnUrl?.(credentials, callbackUrlOf(environment), operationID);
      const signature = signed === undefined ? '' : new URL(signed).search.slice(1);
      await receive({ query: `${query}&${signature}`, body });
    },
    listen: async (receive) => {
      acquirer.deliver = (callback) => {
        const signed = environment.signCallback?.(credentials, callback) ?? callback;
        return receive({ query: '', body: JSON.stringify(signed) });
      };
      return () => undefined;
    },
    patience: { waitMs: environment.lagMs === undefined ? 0 : 2_000, pauseMs: 10 },
    replayed,
  });
  return {
    ...given,
    stop: async () => {
      await given.stop();
      await acquirer.stop();
      jest.useRealTimers();
      expect(acquirer.problems).toEqual([]);
    },
  };
}

function secretsOf({ approvedTool, declinedTool, interactionTool }: AcquirerEnvironment): ReadonlySet<string> {
  const cards = [approvedTool, declinedTool, interactionTool].flatMap((tool) => (tool.type === 'card' ? [tool] : []));
  return new Set(cards.flatMap(({ cardNumber, cvv = [] }) => [cardNumber, cvv].flat()));
}

function withoutSecrets(name: string, credentials: TestCredentials): TestCredentials {
  const open = findKind(name)?.credentials.filter(({ isSecret }) => !isSecret) ?? [];
  return Object.fromEntries(Object.entries(credentials).filter(([field]) => open.some((each) => each.name === field)));
}

function withoutNames(query: string, names: URLSearchParams): string {
  return new URLSearchParams([...new URLSearchParams(query)].filter(([name]) => !names.has(name))).toString();
}
