import type { PaymentTool } from '../domain/payment/payment-tool';
import { approved, listAll, refused, silentServer } from './conformance-checks';
import {
  ConnectorUnavailable,
  type AuthorisationReference,
  type AuthoriseRequest,
  type ListingConnector,
  type PaymentConnector,
} from './connector';

/** What the other side has to show for an authorisation, in minor units. */
export interface Effects {
  authorised: bigint;
  captured: bigint;
  refunded: bigint;
  voided: bigint;
}

/** A connector with the other side it speaks to, as the tests may steer it. */
export interface ConnectorUnderTest {
  connector: PaymentConnector & Partial<ListingConnector>;
  /** As `connector`, at another address. */
  connectorAt(url: string): PaymentConnector & Partial<ListingConnector>;
  currency: string;
  approvedTool: PaymentTool;
  declinedTool: PaymentTool;
  interactionTool: PaymentTool;
  /** Has the other side do what an operation asks, and lose its answer. */
  loseAnswer<Outcome>(send: () => Promise<Outcome>): Promise<Outcome>;
  /** The payer does what the interaction of an authorisation asks. */
  finishInteraction(authorisation: AuthorisationReference): Promise<void>;
  /** What an authorisation came to on the other side; zeros where it is not known. */
  readEffects(authorisation: AuthorisationReference): Promise<Effects>;
  stop(): Promise<void>;
}

const UNREACHABLE = 'http://127.0.0.1:9';
const TIMEOUT_MS = 5_000;
const AMOUNT = 100_000n;
const NOTHING: Effects = { authorised: 0n, captured: 0n, refunded: 0n, voided: 0n };

let operations = 0;

/** Each promise of `connector.ts` as a test, for whichever connector is given. */
export function describeConnector(name: string, start: () => Promise<ConnectorUnderTest>): void {
  describe(`the connector ${name} keeps the promises of connectors`, () => {
    let given: ConnectorUnderTest;
    beforeAll(async () => void (given = await start()));
    afterAll(async () => given.stop());

    const authorise = (change: Partial<AuthoriseRequest> = {}): AuthoriseRequest => ({
      operationID: anOperation('authorise'),
      timeoutMs: TIMEOUT_MS,
      paymentTool: given.approvedTool,
      amount: AMOUNT,
      currency: given.currency,
      makeRecurrent: false,
      callbackUrl: 'http://127.0.0.1:9/callbacks/conformance',
      merchantName: 'Shop',
      description: 'Order 1',
      ...change,
    });
    const held = async (change: Partial<AuthoriseRequest> = {}): Promise<AuthorisationReference> => {
      const request = authorise(change);
      const outcome = approved(await given.connector.authorise(request));
      return { kind: 'authorise', operationID: request.operationID, connectorReference: outcome.connectorReference };
    };
    const follow = (authorisation: AuthorisationReference, step: string, amount = AMOUNT) => ({
      operationID: authorisation.operationID.replace(/[^/]+$/, step),
      timeoutMs: TIMEOUT_MS,
      authorisation,
      amount,
      currency: given.currency,
    });
    const captured = async (amount = AMOUNT): Promise<AuthorisationReference> => {
      const authorisation = await held();
      approved(await given.connector.capture(follow(authorisation, 'capture', amount)));
      return authorisation;
    };

    test('an operation sent twice has one effect and one answer', async () => {
      const request = authorise();
      const first = approved(await given.connector.authorise(request));
      expect(await given.connector.authorise(request)).toEqual(first);
      const reference = { kind: 'authorise', operationID: request.operationID } as const;
      expect(await given.readEffects(reference)).toEqual({ ...NOTHING, authorised: AMOUNT });
    });

    test('a declined tool is declined with a path of the catalogue, again when asked again, and holds nothing', async () => {
      const request = authorise({ paymentTool: given.declinedTool });
      const first = await given.connector.authorise(request);
      expect(first).toMatchObject({ kind: 'declined', failure: { code: expect.any(String) as string } });
      expect(first).not.toHaveProperty('isRetryableElsewhere');
      expect(await given.connector.authorise(request)).toEqual(first);
      expect(await given.readEffects({ ...request, kind: 'authorise' })).toEqual(NOTHING);
    });

    test('an answer that is lost leaves an unknown outcome, which is looked up by the operation’s name', async () => {
      const request = authorise();
      const outcome = await given.loseAnswer(() => given.connector.authorise(request));
      expect(outcome).toEqual({ kind: 'unknown' });
      const { operationID, timeoutMs } = request;
      const found = await given.connector.lookUp({ kind: 'authorise', operationID, timeoutMs });
      approved(found);
      expect(await given.readEffects({ kind: 'authorise', operationID })).toEqual({ ...NOTHING, authorised: AMOUNT });
    });

    test('an operation that was never sent is not found', async () => {
      const wait = { timeoutMs: TIMEOUT_MS };
      expect(
        await given.connector.lookUp({ kind: 'authorise', operationID: anOperation('authorise'), ...wait }),
      ).toEqual({
        kind: 'notFound',
      });
      const authorisation = await held();
      const { operationID } = follow(authorisation, 'capture');
      expect(await given.connector.lookUp({ kind: 'capture', operationID, authorisation, ...wait })).toEqual({
        kind: 'notFound',
      });
    });

    test('less than what is held may be captured, once, and the capture is found by its name', async () => {
      const authorisation = await held();
      const request = follow(authorisation, 'capture', 60_000n);
      approved(await given.loseAnswer(() => given.connector.capture(request)), { isUnknownFine: true });
      const { operationID, timeoutMs } = request;
      approved(await given.connector.lookUp({ kind: 'capture', operationID, timeoutMs, authorisation }));
      approved(await given.connector.capture(request));
      expect(await given.readEffects(authorisation)).toMatchObject({ captured: 60_000n });
    });

    test('more than what is held is not captured', async () => {
      const authorisation = await held();
      await refused(() => given.connector.capture(follow(authorisation, 'capture', AMOUNT + 1_000n)));
      expect(await given.readEffects(authorisation)).toEqual({ ...NOTHING, authorised: AMOUNT });
    });

    test('a void gives back what is held, however often it is sent, and nothing can be captured after it', async () => {
      const authorisation = await held();
      const request = follow(authorisation, 'void');
      approved(await given.connector.void(request));
      approved(await given.connector.void(request));
      await refused(() => given.connector.capture(follow(authorisation, 'capture')));
      const lookUp = { ...authorisation, timeoutMs: TIMEOUT_MS };
      expect(await given.connector.lookUp(lookUp)).toMatchObject({ kind: 'declined' });
      expect(await given.readEffects(authorisation)).toEqual({ ...NOTHING, authorised: AMOUNT, voided: AMOUNT });
    });

    test('a void of what never arrived is harmless, and keeps it from holding anything when it does arrive', async () => {
      const request = authorise();
      const authorisation = { kind: 'authorise', operationID: request.operationID } as const;
      approved(await given.connector.void(follow(authorisation, 'void')));
      expect((await given.connector.authorise(request)).kind).toMatch(/^(declined|unknown)$/);
      const { authorised, voided } = await given.readEffects(authorisation);
      expect(authorised - voided).toBe(0n);
    });

    test('a capture that was done under another name is approved when it is looked up, and captures nothing more', async () => {
      const authorisation = await captured(60_000n);
      const request = follow(authorisation, 'another-capture', 60_000n);
      expect((await given.connector.capture(request)).kind).toMatch(/^(approved|declined)$/);
      const { operationID, timeoutMs } = request;
      for (const name of [operationID, follow(authorisation, 'unsent-capture').operationID]) {
        const lookUp = { kind: 'capture', operationID: name, timeoutMs, authorisation } as const;
        expect(approved(await given.connector.lookUp(lookUp)).amountMinor).toBe(60_000n);
      }
      expect(await given.readEffects(authorisation)).toMatchObject({ captured: 60_000n });
    });

    test('a void of what was captured is refused, and a look-up does not say that it was done', async () => {
      const authorisation = await captured();
      const request = follow(authorisation, 'void');
      await refused(() => given.connector.void(request));
      const { operationID, timeoutMs } = request;
      const found = await given.connector.lookUp({ kind: 'void', operationID, timeoutMs, authorisation });
      expect(found.kind).toMatch(/^(declined|notFound)$/);
      expect(await given.readEffects(authorisation)).toMatchObject({ captured: AMOUNT, voided: 0n });
    });

    test('some of what was captured is refunded, once, and the refund is found by its name', async () => {
      const authorisation = await captured();
      const request = follow(authorisation, 'refund', 40_000n);
      approved(await given.loseAnswer(() => given.connector.refund(request)), { isUnknownFine: true });
      const { operationID, timeoutMs } = request;
      approved(await given.connector.lookUp({ kind: 'refund', operationID, timeoutMs, authorisation }));
      approved(await given.connector.refund(request));
      expect(await given.readEffects(authorisation)).toMatchObject({ captured: AMOUNT, refunded: 40_000n });
    });

    test('more than what was captured is not refunded', async () => {
      const authorisation = await captured(50_000n);
      await refused(() => given.connector.refund(follow(authorisation, 'refund', 51_000n)));
      expect(await given.readEffects(authorisation)).toMatchObject({ captured: 50_000n, refunded: 0n });
    });

    test('a verified tool gives a token that pays without its payer', async () => {
      const { makeRecurrent: _, amount: __, ...request } = authorise({ operationID: anOperation('verify') });
      const { recurrentToken = '' } = approved(await given.connector.verify(request));
      await held({ paymentTool: { type: 'recurrentToken', recurrentToken } });
    });

    test('a first payment gives such a token where it is asked to', async () => {
      const { recurrentToken = '' } = approved(await given.connector.authorise(authorise({ makeRecurrent: true })));
      await held({ paymentTool: { type: 'recurrentToken', recurrentToken } });
    });

    test('a payer who must act is sent to a page, and the outcome is looked up when he has', async () => {
      const request = authorise({ paymentTool: given.interactionTool });
      const outcome = await given.connector.authorise(request);
      expect(outcome).toMatchObject({ kind: 'interactionRequired', interaction: { interactionType: 'Redirect' } });
      const { operationID, timeoutMs } = request;
      const lookUp = { kind: 'authorise', operationID, timeoutMs } as const;
      expect(await given.connector.lookUp(lookUp)).toMatchObject({ kind: 'interactionRequired' });
      await given.finishInteraction({ kind: 'authorise', operationID });
      approved(await given.connector.lookUp(lookUp));
    });

    test('an interaction that nobody finished is ended by a void', async () => {
      const request = authorise({ paymentTool: given.interactionTool });
      await given.connector.authorise(request);
      const authorisation = { kind: 'authorise', operationID: request.operationID } as const;
      approved(await given.connector.void(follow(authorisation, 'void')));
      await given.finishInteraction(authorisation).catch(() => undefined);
      const { authorised, voided } = await given.readEffects(authorisation);
      expect(authorised - voided).toBe(0n);
    });

    test('what was done is listed once, with what it came to, and nothing else of that name', async () => {
      if (!given.connector.listOperations) return;
      const window = { from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 60_000) };
      const [taken, released, stillHeld] = [await captured(60_000n), await held(), await held()];
      approved(await given.connector.refund(follow(taken, 'refund', 25_000n)));
      approved(await given.connector.void(follow(released, 'void')));
      const refused = authorise({ paymentTool: given.declinedTool });
      await given.connector.authorise(refused);
      const listed = await listAll(given.connector, window);
      const of = ({ operationID }: AuthorisationReference, step: string) =>
        listed
          .filter((operation) => operation.operationID === operationID.replace(/[^/]+$/, step))
          .map(({ state, amountMinor, currency, effectCount }) => [state, amountMinor, currency, effectCount]);
      const { currency } = given;
      expect(of(taken, 'authorise')).toEqual([['done', AMOUNT, currency, 1]]);
      expect(of(taken, 'capture')).toEqual([['done', 60_000n, currency, 1]]);
      expect(of(taken, 'refund')).toEqual([['done', 25_000n, currency, 1]]);
      expect(of(released, 'authorise')).toEqual([['voided', AMOUNT, currency, 1]]);
      expect(of(stillHeld, 'authorise')).toEqual([['held', AMOUNT, currency, 1]]);
      expect(of({ ...refused, kind: 'authorise' }, 'authorise').map(([state]) => state)).toEqual(['declined']);
      expect(new Set(listed.map(({ operationID }) => operationID)).size).toBe(listed.length);
      const earlier = { from: new Date(0), to: window.from };
      expect(await listAll(given.connector, earlier)).toEqual([]);
    });

    test('a list that does not come is tried again', async () => {
      const unreachable = given.connectorAt(UNREACHABLE);
      if (!unreachable.listOperations) return;
      const window = { from: new Date(0), to: new Date() };
      const listing = unreachable.listOperations({ window, timeoutMs: TIMEOUT_MS });
      await expect(listing).rejects.toThrow(ConnectorUnavailable);
    });

    test('the other side not being there is no outcome: nothing was done, and it may be tried again', async () => {
      const authorisation = { kind: 'authorise', operationID: anOperation('authorise') } as const;
      const unreachable = given.connectorAt(UNREACHABLE);
      const undone = await unreachable.authorise(authorise()).catch((error: unknown) => error);
      expect(undone).toBeInstanceOf(ConnectorUnavailable);
      expect(undone).toMatchObject({ isUnsent: true });
      await expect(unreachable.capture(follow(authorisation, 'capture'))).rejects.toThrow(ConnectorUnavailable);
      const lookUp = { ...authorisation, timeoutMs: TIMEOUT_MS };
      await expect(unreachable.lookUp(lookUp)).rejects.toThrow(ConnectorUnavailable);
    });

    test('an operation ends by its timeout when the other side begins an answer and never ends it', async () => {
      const silent = await silentServer();
      const connector = given.connectorAt(silent.url);
      const authorisation = { kind: 'authorise', operationID: anOperation('authorise') } as const;
      const wait = { timeoutMs: 500 };
      const began = performance.now();
      try {
        expect(await connector.authorise(authorise(wait))).toEqual({ kind: 'unknown' });
        const capture = { ...follow(authorisation, 'capture'), ...wait };
        expect(await connector.capture(capture)).toEqual({ kind: 'unknown' });
        await expect(connector.lookUp({ ...authorisation, ...wait })).rejects.toThrow(ConnectorUnavailable);
      } finally {
        await silent.stop();
      }
      expect(performance.now() - began).toBeLessThan(3 * 500 + 1_000);
    });

    test('a request that was cancelled before it was sent is not sent', async () => {
      const request = authorise({ signal: AbortSignal.abort(new Error('cancelled')) });
      await expect(given.connector.authorise(request)).rejects.toThrow('cancelled');
      expect(await given.readEffects({ ...request, kind: 'authorise' })).toEqual(NOTHING);
    });
  });
}

function anOperation(step: string): string {
  operations += 1;
  return `payment/CONFORMANCE${operations}.1/${step}`;
}
