import { AMOUNT, type Conformance } from './connector-under-test';

/** Optional part: what callbacks state about disputes. */
export function testDisputes(conformance: Conformance): void {
  test('a dispute names its operation and amount, and its statements have one reference and an id each', async () => {
    const { disputing, currency } = conformance.given;
    if (!disputing) return;
    const authorisation = await conformance.captured();
    const [opened, again, won] = [
      await disputing.state(authorisation, 'opened'),
      await disputing.state(authorisation, 'opened'),
      await disputing.state(authorisation, 'won'),
    ];
    expect(opened).toMatchObject({
      ...{ event: 'opened', operationID: authorisation.operationID, amountMinor: AMOUNT, currency },
      ...{ disputeReference: expect.stringMatching(/^\S{1,100}$/) as string, statedAt: expect.any(Date) as Date },
    });
    expect(opened.answerDueAt?.getTime() ?? Number.POSITIVE_INFINITY).toBeGreaterThan(Date.now());
    expect(again.id).toBe(opened.id);
    expect(won).toMatchObject({ event: 'won', disputeReference: opened.disputeReference });
    expect(won.id).not.toBe(opened.id);
  });
}
