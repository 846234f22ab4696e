import { ConnectorUnavailable } from './connector';
import { ConnectorRejection } from './connector-rejection';
import { approved, assertRefused, respondEndlessly, serverThat } from './testing/conformance-checks';
import { testCards } from './testing/conformance-cards';
import { LocalCards } from './testing/local-cards';
import { testDeferred } from './testing/conformance-deferred';
import { testDisputes } from './testing/conformance-disputes';
import { testDetails } from './testing/conformance-details';
import { testLies } from './testing/conformance-lies';
import { testListing } from './testing/conformance-listing';
import { testMeanness } from './testing/conformance-meanness';
import { testRedirects } from './testing/conformance-redirects';
import {
  AMOUNT,
  anOperation,
  Conformance,
  NOTHING,
  TIMEOUT_MS,
  UNREACHABLE,
  type ConnectorUnderTest,
} from './testing/connector-under-test';

export type { ConnectorUnderTest, Effects } from './testing/connector-under-test';

/** Tests that a connector keeps the contract of `connector.ts`. */
export function describeConnector(name: string, start: () => Promise<ConnectorUnderTest>): void {
  describe(`the connector ${name}`, () => {
    const conformance = new Conformance();
    const cards = new LocalCards(name);
    beforeAll(async () => void (conformance.given = conformance.wrap(await start(), cards)));
    afterEach(() => expect(conformance.contradicted.splice(0)).toEqual([]));
    afterAll(async () => {
      await conformance.given.stop();
      await cards.close();
    });

    testAuthorisation(conformance);
    testCapture(conformance);
    testVoid(conformance);
    testRefund(conformance);
    testTokensAndInteractions(conformance);
    testDetails(conformance);
    testListing(conformance);
    testFailures(conformance);
    testCards(conformance);
    testDeferred(conformance);
    testDisputes(conformance);
    testLies(conformance);
    testMeanness(conformance);
    testRedirects(conformance);
  });
}

function testAuthorisation(conformance: Conformance): void {
  test('a repeated operation has one effect and one result', async () => {
    const request = conformance.authorise();
    const first = approved(await conformance.given.connector.authorise(request));
    expect(await conformance.given.connector.authorise(request)).toEqual(first);
    const reference = { kind: 'authorise', operationID: request.operationID } as const;
    expect(await conformance.given.readEffects(reference)).toEqual({ ...NOTHING, authorised: AMOUNT });
  });

  test('a declined tool is declined with a path of the catalogue, repeatably, and holds nothing', async () => {
    const request = conformance.authorise({ paymentTool: conformance.given.declinedTool });
    const first = await conformance.given.connector.authorise(request);
    expect(first).toMatchObject({ kind: 'declined', failure: { code: expect.any(String) as string } });
    expect(first).not.toHaveProperty('isRetryableElsewhere');
    expect(await conformance.given.connector.authorise(request)).toEqual(first);
    expect(await conformance.given.readEffects({ ...request, kind: 'authorise' })).toEqual(NOTHING);
  });

  test('a lost response is an unknown outcome, and a look-up finds the result', async () => {
    const request = conformance.authorise();
    const outcome = await conformance.given.loseAnswer(() => conformance.given.connector.authorise(request));
    expect(outcome).toEqual({ kind: 'unknown' });
    const { operationID, timeoutMs } = request;
    const found = await conformance.given.connector.lookUp({ kind: 'authorise', operationID, timeoutMs });
    approved(found);
    expect(await conformance.given.readEffects({ kind: 'authorise', operationID })).toEqual({
      ...NOTHING,
      authorised: AMOUNT,
    });
  });

  test('an operation that was never sent is not found', async () => {
    const wait = { timeoutMs: TIMEOUT_MS };
    expect(
      await conformance.given.connector.lookUp({ kind: 'authorise', operationID: anOperation('authorise'), ...wait }),
    ).toEqual({
      kind: 'notFound',
    });
    const authorisation = await conformance.held();
    const { operationID } = conformance.follow(authorisation, 'capture');
    expect(await conformance.given.connector.lookUp({ kind: 'capture', operationID, authorisation, ...wait })).toEqual({
      kind: 'notFound',
    });
  });
}

function testCapture(conformance: Conformance): void {
  test('a part of a hold may be captured once, and the capture is found by its id', async () => {
    const authorisation = await conformance.held();
    const request = conformance.follow(authorisation, 'capture', 60_000n);
    approved(await conformance.given.loseAnswer(() => conformance.given.connector.capture(request)), {
      allowUnknown: true,
    });
    const { operationID, timeoutMs } = request;
    approved(await conformance.given.connector.lookUp({ kind: 'capture', operationID, timeoutMs, authorisation }));
    approved(await conformance.given.connector.capture(request));
    expect(await conformance.given.readEffects(authorisation)).toMatchObject({ captured: 60_000n });
  });

  test('a capture above the hold is refused', async () => {
    const authorisation = await conformance.held();
    await assertRefused(() =>
      conformance.given.connector.capture(conformance.follow(authorisation, 'capture', AMOUNT + 1_000n)),
    );
    expect(await conformance.given.readEffects(authorisation)).toEqual({ ...NOTHING, authorised: AMOUNT });
  });

  test('a capture with another id is found by a look-up and not repeated', async () => {
    const authorisation = await conformance.captured(60_000n);
    const request = conformance.follow(authorisation, 'another-capture', 60_000n);
    expect((await conformance.given.connector.capture(request)).kind).toMatch(/^(approved|declined)$/);
    const { operationID, timeoutMs } = request;
    for (const name of [operationID, conformance.follow(authorisation, 'unsent-capture').operationID]) {
      const lookUp = { kind: 'capture', operationID: name, timeoutMs, authorisation } as const;
      expect(approved(await conformance.given.connector.lookUp(lookUp)).amountMinor).toBe(60_000n);
    }
    expect(await conformance.given.readEffects(authorisation)).toMatchObject({ captured: 60_000n });
  });
}

function testVoid(conformance: Conformance): void {
  test('a repeated void releases the hold once and prevents a capture', async () => {
    const authorisation = await conformance.held();
    const request = conformance.follow(authorisation, 'void');
    approved(await conformance.given.connector.void(request));
    approved(await conformance.given.connector.void(request));
    await assertRefused(() => conformance.given.connector.capture(conformance.follow(authorisation, 'capture')));
    const lookUp = { ...authorisation, timeoutMs: TIMEOUT_MS };
    expect(await conformance.given.connector.lookUp(lookUp)).toMatchObject({ kind: 'declined' });
    expect(await conformance.given.readEffects(authorisation)).toEqual({
      ...NOTHING,
      authorised: AMOUNT,
      voided: AMOUNT,
    });
  });

  test('a void blocks an authorisation that arrives later', async () => {
    const request = conformance.authorise();
    const authorisation = { kind: 'authorise', operationID: request.operationID } as const;
    approved(await conformance.given.connector.void(conformance.follow(authorisation, 'void')));
    expect((await conformance.given.connector.authorise(request)).kind).toMatch(/^(declined|unknown)$/);
    const { authorised, voided } = await conformance.given.readEffects(authorisation);
    expect(authorised - voided).toBe(0n);
  });

  test('a void after a capture is refused and not found as done', async () => {
    const authorisation = await conformance.captured();
    const request = conformance.follow(authorisation, 'void');
    await assertRefused(() => conformance.given.connector.void(request));
    const { operationID, timeoutMs } = request;
    const found = await conformance.given.connector.lookUp({ kind: 'void', operationID, timeoutMs, authorisation });
    expect(found.kind).toMatch(/^(declined|notFound)$/);
    expect(await conformance.given.readEffects(authorisation)).toMatchObject({ captured: AMOUNT, voided: 0n });
  });
}

function testRefund(conformance: Conformance): void {
  test('a part of a capture is refunded once, and the refund is found by its id', async () => {
    const authorisation = await conformance.captured();
    const request = conformance.follow(authorisation, 'refund', 40_000n);
    approved(await conformance.given.loseAnswer(() => conformance.given.connector.refund(request)), {
      allowUnknown: true,
    });
    const { operationID, timeoutMs } = request;
    approved(await conformance.given.connector.lookUp({ kind: 'refund', operationID, timeoutMs, authorisation }));
    approved(await conformance.given.connector.refund(request));
    expect(await conformance.given.readEffects(authorisation)).toMatchObject({ captured: AMOUNT, refunded: 40_000n });
  });

  test('a refund above the capture is refused', async () => {
    const authorisation = await conformance.captured(50_000n);
    await assertRefused(() => conformance.given.connector.refund(conformance.follow(authorisation, 'refund', 51_000n)));
    expect(await conformance.given.readEffects(authorisation)).toMatchObject({ captured: 50_000n, refunded: 0n });
  });
}

function testTokensAndInteractions(conformance: Conformance): void {
  test('a verification gives a token that pays without the payer', async () => {
    if (!conformance.storesCards) return;
    const { makeRecurrent: _, amount: __, ...request } = conformance.authorise({ operationID: anOperation('verify') });
    const { recurrentToken = '' } = approved(await conformance.given.connector.verify(request));
    await conformance.held({ paymentTool: { type: 'recurrentToken', recurrentToken } });
  });

  test('a payment gives a recurrent token on request', async () => {
    if (!conformance.storesCards) return;
    const { recurrentToken = '' } = approved(
      await conformance.given.connector.authorise(conformance.authorise({ makeRecurrent: true })),
    );
    await conformance.held({ paymentTool: { type: 'recurrentToken', recurrentToken } });
  });

  test('an interaction is a redirect, and a look-up finds its outcome', async () => {
    const request = conformance.authorise({ paymentTool: conformance.given.interactionTool });
    const outcome = await conformance.given.connector.authorise(request);
    expect(outcome).toMatchObject({ kind: 'interactionRequired', interaction: { interactionType: 'Redirect' } });
    const { operationID, timeoutMs } = request;
    const lookUp = { kind: 'authorise', operationID, timeoutMs } as const;
    expect(await conformance.given.connector.lookUp(lookUp)).toMatchObject({ kind: 'interactionRequired' });
    await conformance.given.finishInteraction({ kind: 'authorise', operationID });
    approved(await conformance.given.connector.lookUp(lookUp));
  });

  test('a void ends a pending interaction', async () => {
    const request = conformance.authorise({ paymentTool: conformance.given.interactionTool });
    await conformance.given.connector.authorise(request);
    const authorisation = { kind: 'authorise', operationID: request.operationID } as const;
    const release = () => conformance.given.connector.void(conformance.follow(authorisation, 'void'));
    if (conformance.given.endsInteractions === false) await expect(release()).rejects.toThrow(ConnectorUnavailable);
    else approved(await release());
    await conformance.given.finishInteraction(authorisation).catch(() => undefined);
    if (conformance.given.endsInteractions === false) approved(await release());
    const { authorised, voided } = await conformance.given.readEffects(authorisation);
    expect(authorised - voided).toBe(0n);
  });
}

function testFailures(conformance: Conformance): void {
  test('an unreachable connector did nothing and is retryable', async () => {
    const authorisation = { kind: 'authorise', operationID: anOperation('authorise') } as const;
    const unreachable = conformance.given.connectorAt(UNREACHABLE);
    const undone = await unreachable.authorise(conformance.authorise()).catch((error: unknown) => error);
    expect(undone).toBeInstanceOf(ConnectorUnavailable);
    expect(undone).toMatchObject({ isUnsent: true });
    await expect(unreachable.capture(conformance.follow(authorisation, 'capture'))).rejects.toThrow(
      ConnectorUnavailable,
    );
    const lookUp = { ...authorisation, timeoutMs: TIMEOUT_MS };
    await expect(unreachable.lookUp(lookUp)).rejects.toThrow(ConnectorUnavailable);
  });

  test('an operation ends by its timeout if the response never ends', async () => {
    const silent = await serverThat(respondEndlessly);
    const connector = conformance.given.connectorAt(silent.url);
    const authorisation = { kind: 'authorise', operationID: anOperation('authorise') } as const;
    const wait = { timeoutMs: 500 };
    const began = performance.now();
    try {
      expect(await connector.authorise(conformance.authorise(wait))).toEqual({ kind: 'unknown' });
      const capture = { ...conformance.follow(authorisation, 'capture'), ...wait };
      expect(await connector.capture(capture)).toEqual({ kind: 'unknown' });
      await expect(connector.lookUp({ ...authorisation, ...wait })).rejects.toThrow(ConnectorUnavailable);
    } finally {
      await silent.stop();
    }
    expect(performance.now() - began).toBeLessThan(3 * 500 + 1_000);
  });

  test.each(['{}', '<h1>Bad Request</h1>'])('a request refused with 400 and %s did nothing', async (body) => {
    const refusing = await serverThat((response) => response.writeHead(400).end(body));
    const sending = conformance.given.connectorAt(refusing.url).authorise(conformance.authorise());
    const error = await sending.catch((refused: unknown) => refused);
    await refusing.stop();
    expect(error).toBeInstanceOf(ConnectorRejection);
    expect(error).toMatchObject({ isUnsent: false });
  });

  test.each([500, 502])('a failure of %i without a word of the acquirer decides nothing', async (status) => {
    const failing = await serverThat((response) => response.writeHead(status).end('{}'));
    const connector = conformance.given.connectorAt(failing.url);
    const authorisation = { kind: 'authorise', operationID: anOperation('authorise') } as const;
    try {
      expect(await connector.authorise(conformance.authorise())).toEqual({ kind: 'unknown' });
      expect(await connector.void(conformance.follow(authorisation, 'void'))).toEqual({ kind: 'unknown' });
      const other = { kind: 'authorise', operationID: anOperation('authorise'), timeoutMs: TIMEOUT_MS } as const;
      await expect(connector.lookUp(other)).rejects.toThrow(ConnectorUnavailable);
    } finally {
      await failing.stop();
    }
  });

  test('a cancelled request is not sent', async () => {
    const request = conformance.authorise({ signal: AbortSignal.abort(new Error('cancelled')) });
    await expect(conformance.given.connector.authorise(request)).rejects.toThrow('cancelled');
    expect(await conformance.given.readEffects({ ...request, kind: 'authorise' })).toEqual(NOTHING);
  });
}
