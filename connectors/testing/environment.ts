import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserRequest } from '../../domain/payments/payment/user-interaction';
import type { AuthorisationReference, AuthoriseRequest, ListingConnector, PaymentConnector } from '../connector';
import { findKind } from '../kinds';
import { beginRun, type ConnectorUnderTest, type Effects } from './connector-under-test';
import { LosingProxy } from './losing-proxy';
import { MemoryBook } from './memory-book';
import { patientConnector } from './patient-connector';
import { moveClock, RecordedAcquirer, toExchange, type Recording } from './recording';

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
  /** Requests whose answers are lost; absent: all by POST. */
  effects?: RegExp;
  /** How long look-ups may not find what was done. */
  lagMs?: number;
  connect(access: Access): PaymentConnector & Partial<ListingConnector>;
  /** Whether the payer can do nothing more on the page of a payment. */
  isDecided(view: AcquirerView, authorisation: AuthorisationReference): Promise<boolean>;
  /** The effects that the acquirer states. */
  readEffects(view: AcquirerView, authorisation: AuthorisationReference): Promise<Effects>;
}

interface Run {
  credentials: TestCredentials;
  url: string;
  /** Leads the payer to the page. */
  openPage: (page: BrowserRequest, operationID: string) => Promise<void> | void;
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
    ...{ run: `R${Date.now().toString(36)}N`, recordedAt: new Date().toISOString(), exchanges: [] },
    account: withoutSecrets(environment.name, credentials),
  };
  beginRun((replayed ?? recording).run);
  const secrets = secretsOf(environment);
  const answers: unknown[] = [];
  const proxy = new LosingProxy(run.url);
  if (environment.effects) proxy.effects = environment.effects;
  proxy.onExchange = (proxied) => {
    const exchange = toExchange(proxied, secrets);
    recording.exchanges.push(exchange);
    answers.push(exchange.answer);
  };
  const view: AcquirerView = { credentials, url: await proxy.start(), book: new MemoryBook(), answers };
  const connectorAt = (url: string) => environment.connect({ ...view, url });
  const connector = patientConnector(connectorAt(view.url), patience.waitMs, patience.pauseMs);
  const pages = new Map<string, BrowserRequest>();
  const authorise = async (request: AuthoriseRequest) => {
    const outcome = await connector.authorise(request);
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
      await openPage(page, operationID);
      for (const end = Date.now() + CONFIRMATION_MS; Date.now() < end; await sleep(patience.pauseMs))
        if (await isDecided()) return;
      throw new Error('the payment was not confirmed in time');
    },
    readEffects: (authorisation) => environment.readEffects(view, authorisation),
    stop: async () => {
      proxy.stop();
      keep?.(recording);
    },
  };
}

/** Repeats a run against the recorded answers. */
export async function replayEnvironment(
  environment: AcquirerEnvironment,
  replayed: Recording,
): Promise<ConnectorUnderTest> {
  const acquirer = new RecordedAcquirer(replayed, secretsOf(environment));
  moveClock(replayed.recordedAt);
  const given = await startEnvironment(environment, {
    credentials: { ...environment.credentials, ...replayed.account },
    url: await acquirer.start(),
    openPage: () => undefined,
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
