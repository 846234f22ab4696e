import type { DisputeNotice } from '../../domain/payments/dispute/dispute';
import { aPdf } from '../../tests/harness/factories/document';
import type { Connector, ContestRequest } from '../connector';
import { AMOUNT, TIMEOUT_MS, UNREACHABLE, type Conformance } from './connector-under-test';

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
    expect(await confirm(conformance.given.connector, opened)).toMatchObject({
      ...{ event: 'opened', operationID: authorisation.operationID, amountMinor: AMOUNT, currency },
      ...{ disputeReference: expect.stringMatching(/^\S{1,100}$/) as string, statedAt: expect.any(Date) as Date },
    });
    expect(opened.answerDueAt?.getTime() ?? Number.POSITIVE_INFINITY).toBeGreaterThan(Date.now());
    expect(again.id).toBe(opened.id);
    expect(won).toMatchObject({ event: 'won', disputeReference: opened.disputeReference });
    expect(won.id).not.toBe(opened.id);
  });

  test('a document contests a dispute once, also after a lost answer, and the dispute is won', async () => {
    const { connector, disputing } = conformance.given;
    if (!disputing?.readAnswers || !connector.contestDispute) return;
    const authorisation = await conformance.captured();
    const { disputeReference } = await disputing.state(authorisation, 'opened');
    const content = aPdf();
    const request = contest(disputeReference, content);
    const lose = () => conformance.given.loseAnswer(async () => connector.contestDispute?.(request));
    expect(await lose()).toEqual({ kind: 'unknown' });
    // The documents and the answer may be two requests.
    expect(['unknown', 'done']).toContain((await lose())?.kind);
    expect(await connector.contestDispute(request)).toEqual({ kind: 'done' });
    expect(await connector.contestDispute(request)).toEqual({ kind: 'done' });
    expect(disputing.readAnswers(disputeReference)).toEqual({
      ...{ submissions: 1, documents: [content], isAccepted: false },
    });
    const won = await disputing.state(authorisation, 'won');
    expect(await confirm(connector, won)).toMatchObject({ event: 'won', disputeReference });
    const late = contest(disputeReference, content, 'late');
    expect(await connector.contestDispute(late)).toMatchObject({ kind: 'refused' });
    expect(disputing.readAnswers(disputeReference)?.submissions).toBe(1);
  });

  test('an accepted dispute is lost once, also after a lost answer, and not contested any more', async () => {
    const { connector, disputing } = conformance.given;
    if (!disputing?.readAnswers || !connector.acceptDispute) return;
    const { disputeReference } = await disputing.state(await conformance.captured(), 'opened');
    const request = { operationID: `dispute-answer/${disputeReference}`, disputeReference, timeoutMs: TIMEOUT_MS };
    expect(await conformance.given.loseAnswer(async () => connector.acceptDispute?.(request))).toEqual({
      kind: 'unknown',
    });
    expect(await connector.acceptDispute(request)).toEqual({ kind: 'done' });
    expect(await connector.acceptDispute(request)).toEqual({ kind: 'done' });
    expect(disputing.readAnswers(disputeReference)).toMatchObject({ submissions: 0, isAccepted: true });
    expect(await connector.contestDispute?.(contest(disputeReference, aPdf()))).toMatchObject({ kind: 'refused' });
    expect(disputing.readAnswers(disputeReference)).toMatchObject({ submissions: 0, isAccepted: true });
  });

  test('an answer that was never sent is retryable', async () => {
    const unreachable: Connector = conformance.given.connectorAt(UNREACHABLE);
    if (!unreachable.contestDispute) return;
    await expect(unreachable.contestDispute(contest('D1', aPdf()))).rejects.toMatchObject({ isUnsent: true });
  });
}

function contest(disputeReference: string, content: Buffer, name = 'contest'): ContestRequest {
  const document = { id: 'document1', fileName: 'act.pdf', format: 'pdf', read: async () => content } as const;
  const operationID = `dispute-answer/${disputeReference}/${name}`;
  return { operationID, disputeReference, timeoutMs: TIMEOUT_MS, documents: [document] };
}

/** What a statement says of its operation, asked for where the acquirer answers. */
async function confirm(connector: Connector, notice: DisputeNotice): Promise<DisputeNotice> {
  const { disputeReference } = notice;
  const request = { operationID: 'dispute/1', disputeReference, timeoutMs: TIMEOUT_MS };
  const found = await connector.lookUpDispute?.(request);
  return found ? { ...notice, operationID: found.operationID ?? '' } : notice;
}
