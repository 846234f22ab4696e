import type { ListingConnector, PayOutConnector } from '../connector';
import { approved, listAll } from './conformance-checks';
import {
  AMOUNT,
  TIMEOUT_MS,
  type Conformance,
  type DeferringUnderTest,
  type LaterResult,
} from './connector-under-test';

const RESULTS: readonly LaterResult[] = ['approved', 'declined'];

/** Optional part: payouts, and payouts and refunds that are decided later. */
export function testDeferred(conformance: Conformance): void {
  test.each(RESULTS)(
    'a pending payout is found by id and reference until it is %s, and is made once',
    async (result) => {
      const { deferring } = conformance.given;
      if (!deferring) return;
      const request = conformance.payOut();
      const { operationID, timeoutMs } = request;
      const { connector } = deferring;
      const first = await deferring.defer(operationID, result, () => connector.payOut(request));
      expect(first).toMatchObject({ kind: 'pending', connectorReference: expect.any(String) as string });
      const { connectorReference } = first as { connectorReference: string };
      const lookUps = [
        { operationID, timeoutMs },
        { operationID, timeoutMs, connectorReference, since: new Date() },
      ];
      for (const lookUp of lookUps) expect(await connector.lookUpPayOut(lookUp)).toEqual(first);
      expect(await connector.payOut(request)).toEqual(first);
      await deferring.decide(operationID);
      for (const lookUp of lookUps) expect(await connector.lookUpPayOut(lookUp)).toMatchObject({ kind: result });
      expect(await deferring.countPayOuts(operationID)).toBe(result === 'approved' ? 1 : 0);
    },
  );

  test.each(RESULTS)('a list has a payout once it is %s', async (result) => {
    const { deferring } = conformance.given;
    const connector: (PayOutConnector & Partial<ListingConnector>) | undefined = deferring?.connector;
    if (!deferring || !connector?.listOperations) return;
    const request = conformance.payOut();
    const { operationID, currency } = request;
    const window = { from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 60_000) };
    const listed = async () => (await listAll(connector, window)).filter((each) => each.operationID === operationID);
    await deferring.defer(operationID, result, () => connector.payOut(request));
    expect(await listed()).toEqual([]);
    await deferring.decide(operationID);
    const done = { state: 'done', amountMinor: AMOUNT, currency, effectCount: 1 };
    const expected = { kind: 'payOut', ...(result === 'approved' ? done : { state: 'declined' }) };
    expect(await listed()).toEqual([expect.objectContaining(expected)]);
  });

  test('a payout that was never sent is not found', async () => {
    const { deferring } = conformance.given;
    if (!deferring) return;
    const { operationID, timeoutMs } = conformance.payOut();
    expect(await deferring.connector.lookUpPayOut({ operationID, timeoutMs })).toEqual({ kind: 'notFound' });
  });

  test.each(RESULTS)('a pending refund is found by id and reference until it is %s', async (result) => {
    const { deferring } = conformance.given;
    if (deferring) await checkRefund(conformance, deferring, result);
  });

  test('a payout that came back is found as returned', async () => {
    const { deferring } = conformance.given;
    if (!deferring?.returnPayOut) return;
    const request = conformance.payOut();
    const { operationID, timeoutMs } = request;
    await deferring.defer(operationID, 'approved', () => deferring.connector.payOut(request));
    await deferring.decide(operationID);
    const { connectorReference } = approved(await deferring.connector.lookUpPayOut({ operationID, timeoutMs }));
    await deferring.returnPayOut(operationID);
    const lookUp = { operationID, timeoutMs, connectorReference };
    expect(await deferring.connector.lookUpPayOut(lookUp)).toMatchObject({ kind: 'returned', connectorReference });
    expect(await deferring.countPayOuts(operationID)).toBe(1);
  });
}

async function checkRefund(
  conformance: Conformance,
  deferring: DeferringUnderTest,
  result: LaterResult,
): Promise<void> {
  const { connector } = deferring;
  const authorisation = await conformance.captured();
  const request = conformance.follow(authorisation, 'refund', 40_000n);
  const { operationID } = request;
  const first = await deferring.defer(operationID, result, () => connector.refund(request));
  expect(first).toMatchObject({ kind: 'pending', connectorReference: expect.any(String) as string });
  const { connectorReference } = first as { connectorReference: string };
  const lookUp = { kind: 'refund', operationID, timeoutMs: TIMEOUT_MS, authorisation } as const;
  const lookUps = [lookUp, { ...lookUp, connectorReference, since: new Date() }];
  for (const each of lookUps) expect(await connector.lookUp(each)).toEqual(first);
  expect(await connector.refund(request)).toEqual(first);
  await deferring.decide(operationID);
  for (const each of lookUps) expect(await connector.lookUp(each)).toMatchObject({ kind: result });
  const { captured, refunded } = await conformance.given.readEffects(authorisation);
  expect({ captured, refunded }).toEqual({ captured: AMOUNT, refunded: result === 'approved' ? 40_000n : 0n });
}
