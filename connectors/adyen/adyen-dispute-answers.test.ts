import { aPdf } from '../../tests/harness/factories/document';
import { ConnectorUnavailable, type ContestRequest, type DisputeDocument } from '../connector';
import { createAdyenConnector } from './adyen.connector';
import { DisputesStandIn } from './testing/disputes-stand-in';
import { MemoryBook } from '../testing/memory-book';

const merchantAccount = 'HoldfastTEST';
const [REASONS, SUPPLY, DEFEND, ACCEPT] = [
  ...['/retrieveApplicableDefenseReasons', '/supplyDefenseDocument', '/defendDispute', '/acceptDispute'],
];

let standIn: DisputesStandIn;
let url: string;
beforeEach(async () => {
  standIn = new DisputesStandIn(merchantAccount);
  url = await standIn.start();
  standIn.open('D1');
});
afterEach(async () => {
  await standIn.stop();
  expect(standIn.problems).toEqual([]);
});

function connect(account = merchantAccount) {
  const access = { apiKey: 'test-key', merchantAccount: account, hmacKey: Buffer.alloc(32, 7) };
  const options = { ...access, book: new MemoryBook(), url: 'http://127.0.0.1:9', disputesUrl: url };
  const { contestDispute, acceptDispute } = createAdyenConnector(options);
  if (!contestDispute || !acceptDispute) throw new Error('disputes are not answered');
  return { contestDispute, acceptDispute };
}

const aDocument = (content = aPdf(), format: DisputeDocument['format'] = 'pdf'): DisputeDocument => ({
  ...{ id: 'document1', fileName: `act.${format}`, format },
  read: async () => content,
});

const contest = (...documents: DisputeDocument[]): ContestRequest => ({
  ...{ operationID: 'dispute-answer/i.1.1/1.chargeback.contest', disputeReference: 'D1', timeoutMs: 5_000, documents },
});

const supplied = () => [...(standIn.disputes.get('D1')?.documents.keys() ?? [])];
const defenses = () => standIn.disputes.get('D1')?.defenses;

test('a document is supplied for a reason that it suffices for, then the dispute is defended, and a repetition sends nothing', async () => {
  const { contestDispute } = connect();
  expect(await contestDispute(contest(aDocument()))).toEqual({ kind: 'done' });
  expect([standIn.calls, supplied(), defenses()]).toEqual([
    [REASONS, SUPPLY, DEFEND],
    ['DefenseMaterial'],
    ['SupplyDefenseMaterial'],
  ]);
  expect(await contestDispute(contest(aDocument()))).toEqual({ kind: 'done' });
  expect(standIn.calls).toHaveLength(3);
});

test('several documents take the first reason with as many types, the required ones first', async () => {
  const documents = ['a', 'b', 'c'].map((text) => aDocument(aPdf(text)));
  expect(await connect().contestDispute(contest(...documents))).toEqual({ kind: 'done' });
  expect([supplied(), defenses()]).toEqual([['ProofOfDelivery', 'Invoice', 'Letter'], ['GoodsProvided']]);
});

test('a reason that takes a document of any kind goes before the others', async () => {
  standIn.reasons = { ...standIn.reasons, Generic: { Slip: 'Required', Any: 'AlternativeRequired' } };
  expect(await connect().contestDispute(contest(aDocument()))).toEqual({ kind: 'done' });
  expect([supplied(), defenses()]).toEqual([['Any'], ['Generic']]);
});

test.each([
  ['documentFormat', [aDocument(Buffer.from('png'), 'png')], []],
  ['documentSize', [aDocument(Buffer.alloc(2_000_001))], [REASONS]],
  ['documentSize', [aDocument(Buffer.alloc(10_000_001), 'jpg')], [REASONS]],
  ['documentCount', Array.from({ length: 5 }, () => aDocument()), [REASONS]],
])('documents that Adyen does not take are not sent: %s', async (code, documents, calls) => {
  expect(await connect().contestDispute(contest(...documents))).toEqual({ kind: 'refused', code });
  expect([standIn.calls, supplied()]).toEqual([calls, []]);
});

test('a dispute without a reason, of another account, or already won is refused', async () => {
  expect(await connect('AnotherTEST').contestDispute(contest(aDocument()))).toEqual({ kind: 'refused', code: '901' });
  expect(await connect('AnotherTEST').acceptDispute(contest())).toEqual({ kind: 'refused', code: '901' });
  standIn.reasons = {};
  expect(await connect().contestDispute(contest(aDocument()))).toEqual({ kind: 'refused', code: 'notDefendable' });
  standIn.win('D1');
  const refused = { kind: 'refused', code: 'The dispute is won' };
  expect(await connect().contestDispute(contest(aDocument()))).toEqual(refused);
  expect(await connect().acceptDispute(contest())).toEqual(refused);
});

test('documents whose answer was lost are found and not supplied again, and a document of someone else is replaced', async () => {
  standIn.disputes.get('D1')?.documents.set('DefenseMaterial', Buffer.from('by hand'));
  const { contestDispute } = connect();
  const content = aPdf('ours');
  const request = contest(aDocument(content));
  expect(await standIn.losingResponses(() => contestDispute(request))).toEqual({ kind: 'unknown' });
  expect(standIn.disputes.get('D1')?.documents.get('DefenseMaterial')).toEqual(content);
  expect(await contestDispute(request)).toEqual({ kind: 'done' });
  expect(standIn.calls).toEqual([REASONS, SUPPLY, REASONS, DEFEND]);
});

test('a refusal after a lost answer does not say that Adyen has none', async () => {
  standIn.isRepeatable = false;
  const { contestDispute, acceptDispute } = connect();
  const request = contest(aDocument());
  for (let lost = 0; lost < 2; lost += 1) await standIn.losingResponses(() => contestDispute(request));
  const uncertain = { kind: 'refused', code: 'answerUncertain:The dispute is defended' };
  expect([await contestDispute(request), defenses()]).toEqual([uncertain, ['SupplyDefenseMaterial']]);
  standIn.open('D2');
  const accept = { ...request, operationID: 'dispute-answer/i.1.2/1.chargeback.accept', disputeReference: 'D2' };
  await standIn.losingResponses(() => acceptDispute(accept));
  expect(await acceptDispute(accept)).toEqual({ kind: 'refused', code: 'answerUncertain:The dispute is accepted' });
  expect(standIn.calls.filter((path) => path === ACCEPT)).toHaveLength(2);
});

test('a key without the role for disputes is retryable', async () => {
  standIn.refusesKeys = true;
  await expect(connect().contestDispute(contest(aDocument()))).rejects.toThrow(ConnectorUnavailable);
});
