import { ConnectorUnavailable, type AuthorisationReference } from '../connector';
import { approved, listAll } from './conformance-checks';
import { AMOUNT, anOperation, TIMEOUT_MS, UNREACHABLE, type Conformance } from './connector-under-test';

/** Optional part: the list of operations for reconciliation. */
export function testListing(conformance: Conformance): void {
  test('completed operations are listed once with their amounts', async () => {
    if (!conformance.given.connector.listOperations) return;
    const window = { from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 60_000) };
    const [taken, released, stillHeld] = [
      await conformance.captured(60_000n),
      await conformance.held(),
      await conformance.held(),
    ];
    approved(await conformance.given.connector.refund(conformance.follow(taken, 'refund', 25_000n)));
    approved(await conformance.given.connector.void(conformance.follow(released, 'void')));
    const refused = conformance.authorise({ paymentTool: conformance.given.declinedTool });
    await conformance.given.connector.authorise(refused);
    const listed = await listAll(conformance.given.connector, window);
    const statesOf = ({ operationID }: AuthorisationReference, step: string) =>
      listed
        .filter((operation) => operation.operationID === operationID.replace(/[^/]+$/, step))
        .map(({ state, amountMinor, currency, effectCount }) => [state, amountMinor, currency, effectCount]);
    const { currency } = conformance.given;
    expect(statesOf(taken, 'authorise')).toEqual([['done', AMOUNT, currency, 1]]);
    expect(statesOf(taken, 'capture')).toEqual([['done', 60_000n, currency, 1]]);
    expect(statesOf(taken, 'refund')).toEqual([['done', 25_000n, currency, 1]]);
    expect(statesOf(released, 'authorise')).toEqual([['voided', AMOUNT, currency, 1]]);
    expect(statesOf(stillHeld, 'authorise')).toEqual([['held', AMOUNT, currency, 1]]);
    expect(statesOf({ ...refused, kind: 'authorise' }, 'authorise').map(([state]) => state)).toEqual(['declined']);
    expect(new Set(listed.map(({ operationID }) => operationID)).size).toBe(listed.length);
    // A test account may have earlier operations.
    const earlier = { from: new Date(window.from.getTime() - 60_000), to: window.from };
    const before = (await listAll(conformance.given.connector, earlier)).map(({ operationID }) => operationID);
    const ours = [taken, released, stillHeld, refused].map(({ operationID }) => operationID);
    expect(before.filter((name) => ours.includes(name))).toEqual([]);
  });

  test('a capture after a failover is listed by the name of its attempt', async () => {
    if (!conformance.given.connector.listOperations) return;
    const operationID = `${anOperation('authorise')}/2`;
    const authorisation = await conformance.held({ operationID });
    const captureID = operationID.replace('authorise', 'capture');
    const capture = { ...conformance.follow(authorisation, 'capture'), operationID: captureID };
    approved(await conformance.given.connector.capture(capture));
    const window = { from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 60_000) };
    const [entity = ''] = operationID.split('/authorise');
    const listed = (await listAll(conformance.given.connector, window)).map(({ operationID: name }) => name);
    expect(listed.filter((name) => name.startsWith(entity)).sort()).toEqual([operationID, captureID]);
  });

  test('a list without a response is retryable', async () => {
    const unreachable = conformance.given.connectorAt(UNREACHABLE);
    if (!unreachable.listOperations) return;
    const window = { from: new Date(0), to: new Date() };
    const listing = unreachable.listOperations({ window, timeoutMs: TIMEOUT_MS });
    await expect(listing).rejects.toThrow(ConnectorUnavailable);
  });
}
