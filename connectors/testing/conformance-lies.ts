import type { AnswerFact } from '../../domain/operators/reconciliation/answer-fact';
import type { OperationKind } from '../../domain/operators/reconciliation/operation';
import type { LookUpRequest, PaymentConnector } from '../connector';
import { AMOUNT, anOperation, TIMEOUT_MS, type Conformance, type LyingUnderTest } from './connector-under-test';
import { LosingProxy } from './losing-proxy';

const FOUND_BY: ReadonlySet<AnswerFact> = new Set(['operation', 'authorisationReference'] as const);

type Kind = Exclude<OperationKind, 'payOut'>;

interface Lied {
  conformance: Conformance;
  lying: LyingUnderTest;
  proxy: LosingProxy;
  connector: PaymentConnector;
}

/** Answers about something else are no approvals: every fact that a connector declares is compared. */
export function testLies(conformance: Conformance): void {
  test.each(['authorise', 'verify', 'capture', 'void', 'refund'] as const)(
    'an answer to %s that contradicts the request is no approval, whichever declared fact it is',
    async (kind) => {
      if (kind === 'verify' && !conformance.storesCards) return;
      await between(conformance, async (lied) => {
        for (const fact of factsOf(lied, kind)) {
          if (fact !== 'reference') await assertContradicted(lied, fact, () => send(lied, kind, fact));
        }
      });
    },
  );

  test.each(['authorise', 'capture', 'refund'] as const)(
    'a look-up of %s that contradicts the request is no approval, whichever declared fact it is',
    async (kind) => {
      await between(conformance, async (lied) => {
        for (const fact of factsOf(lied, kind)) {
          if (fact !== 'state') await assertContradicted(lied, fact, () => lookUp(lied, kind, fact));
        }
      });
    },
  );

  test('the answer to another operation is no approval', async () => {
    await between(conformance, async ({ proxy, connector }) => {
      await connector.authorise(conformance.authorise());
      proxy.isRepeating = true;
      const outcome = await connector.authorise(conformance.authorise());
      expect(outcome).toMatchObject({ kind: 'contradicted' });
      expect(conformance.contradicted.splice(0)).toHaveLength(1);
    });
  });
}

async function between(conformance: Conformance, check: (lied: Lied) => Promise<void>): Promise<void> {
  const { lying } = conformance.given;
  if (!lying) return;
  const proxy = new LosingProxy(lying.url, lying.reads);
  try {
    await check({ conformance, lying, proxy, connector: conformance.given.connectorAt(await proxy.start()) });
  } finally {
    proxy.stop();
  }
}

function factsOf({ conformance, lying }: Lied, kind: Kind): readonly AnswerFact[] {
  const facts = conformance.given.connector.states.facts[kind] ?? [];
  if (kind !== 'void') expect(facts.length).toBeGreaterThan(0);
  expect(facts.filter((fact) => !lying.lies[fact])).toEqual([]);
  return facts;
}

async function assertContradicted(
  { conformance }: Lied,
  fact: AnswerFact,
  answered: () => Promise<{ kind: string }>,
): Promise<void> {
  const outcome = await answered();
  // An object that is found by its name and its payment is not found under others.
  if (FOUND_BY.has(fact) && outcome.kind === 'notFound') return;
  expect({ fact, ...outcome }).toMatchObject({ fact, kind: 'contradicted' });
  const differences = conformance.contradicted.splice(0).flatMap((each) => each.differences);
  expect(differences.map((difference) => difference.fact)).toContain(fact);
}

/** Sends an operation whose answer, and whose webhook, lies about a fact. */
async function send(lied: Lied, kind: Kind, fact: AnswerFact): Promise<{ kind: string }> {
  const { conformance, connector } = lied;
  const {
    amount: _,
    makeRecurrent: __,
    ...verification
  } = conformance.authorise({ operationID: anOperation('verify') });
  switch (kind) {
    case 'authorise':
      return lyingAbout(lied, { fact, method: 'POST' }, () => connector.authorise(conformance.authorise()));
    case 'verify':
      return lyingAbout(lied, { fact, method: 'POST' }, () => connector.verify(verification));
    case 'capture':
    case 'void': {
      const request = conformance.follow(await conformance.held(), kind);
      return lyingAbout(lied, { fact, method: 'POST' }, () => connector[kind](request));
    }
    case 'refund': {
      const request = conformance.follow(await conformance.captured(), 'refund');
      return lyingAbout(lied, { fact, method: 'POST' }, () => connector.refund(request));
    }
  }
}

/** Looks up an operation that was done as requested. */
async function lookUp(
  lied: Lied,
  kind: 'authorise' | 'capture' | 'refund',
  fact: AnswerFact,
): Promise<{ kind: string }> {
  const { conformance, connector } = lied;
  const done = await stating(lied, kind === 'authorise' ? fact : undefined, () => conformance.held());
  const expected = { amount: AMOUNT, currency: conformance.given.currency };
  const common = { timeoutMs: TIMEOUT_MS, expected };
  const get = (request: LookUpRequest) => lyingAbout(lied, { fact, method: 'GET' }, () => connector.lookUp(request));
  if (kind === 'authorise') return get({ ...done, kind, ...common });
  const capture = conformance.follow(done, 'capture');
  await stating(lied, kind === 'capture' ? fact : undefined, () => conformance.given.connector.capture(capture));
  if (kind === 'capture') return get({ kind, operationID: capture.operationID, authorisation: done, ...common });
  const refund = conformance.follow(done, 'refund');
  const refunded = await stating(lied, fact, () => conformance.given.connector.refund(refund));
  const reference = 'connectorReference' in refunded ? { connectorReference: refunded.connectorReference } : {};
  return get({ kind, operationID: refund.operationID, authorisation: done, ...common, ...reference });
}

async function lyingAbout<Result>(
  lied: Lied,
  { fact, method }: { fact: AnswerFact; method: 'GET' | 'POST' },
  work: () => Promise<Result>,
): Promise<Result> {
  const change = lied.lying.lies[fact];
  lied.proxy.lie = change && { method, change };
  return stating(lied, fact, work).finally(() => (lied.proxy.lie = undefined));
}

/** Lets webhooks lie during an operation. */
async function stating<Result>(
  { lying }: Lied,
  fact: AnswerFact | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  lying.stateOtherwise?.(fact && lying.lies[fact]);
  return work().finally(() => lying.stateOtherwise?.(undefined));
}
