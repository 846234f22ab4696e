import type { ReceiptState } from '../../payments/payment/receipt-state';
import { compareListed, compareMissing, compareReceipt, findNewReceipt, GRACE_MS, type LookedUp } from './compare';
import type { ListedOperation, RecordedOperation } from './operation';

const NOW = new Date('2026-05-01T12:00:00Z');
const before = (ms: number) => new Date(NOW.getTime() - ms);
const NAME = 'payment/i.1/authorise';

const listed = (fields: Partial<ListedOperation> = {}): ListedOperation => ({
  operationID: NAME,
  kind: 'authorise',
  state: 'held',
  amountMinor: 100n,
  currency: 'RUB',
  effectCount: 1,
  at: before(2 * GRACE_MS),
  ...fields,
});

const recorded = (fields: Partial<RecordedOperation> = {}): RecordedOperation => ({
  operationID: NAME,
  kind: 'authorise',
  state: 'done',
  status: 'processed',
  amountMinor: 100n,
  currency: 'RUB',
  connectorReference: null,
  changedAt: before(2 * GRACE_MS),
  deadline: null,
  ...fields,
});

const failed = { state: 'undone', status: 'failed' } as const;
const pending = { state: 'open', status: 'pending' } as const;
const soon = { deadline: before(-GRACE_MS + 1) };
const later = { deadline: before(-GRACE_MS) };
const just = { changedAt: before(GRACE_MS - 1) };
const capture = { kind: 'capture', state: 'done' } as const;
const asCapture = { kind: 'capture' } as const;

type Row = [string, ListedOperation, RecordedOperation | undefined, string | undefined];

const ROWS: Row[] = [
  ['equal holds', listed(), recorded(), undefined],
  ['an operation missing in the database', listed(), undefined, 'unknownOperation'],
  ['a declined operation missing in the database', listed({ state: 'declined' }), undefined, undefined],
  ['a hold of a failed payment', listed(), recorded(failed), 'orphanHold void'],
  ['a hold of a payment that failed just now', listed(), recorded({ ...failed, ...just }), undefined],
  ['a released hold of a failed payment', listed({ state: 'voided' }), recorded(failed), undefined],
  ['a captured hold of a failed payment', listed({ state: 'done' }), recorded(failed), undefined],
  ['a capture of a failed payment', listed(capture), recorded({ ...asCapture, ...failed }), 'lateSuccess'],
  [
    'a capture of an undecided hold',
    listed(capture),
    recorded({ ...asCapture, state: 'undone', status: 'processed' }),
    'differentState',
  ],
  ['money sent for a failed payment', listed(), recorded({ ...failed, isSentMoney: true }), 'lateSuccess'],
  ['a hold of a pending payment', listed(), recorded({ ...pending, ...later }), 'unrecordedOutcome lookUp'],
  ['a hold of a payment near its deadline', listed(), recorded({ ...pending, ...soon }), undefined],
  [
    'a hold of a payment past its deadline',
    listed(),
    recorded({ ...pending, deadline: before(GRACE_MS) }),
    'unrecordedOutcome',
  ],
  [
    'a hold of a payment just past its deadline',
    listed(),
    recorded({ ...pending, deadline: before(GRACE_MS - 1) }),
    undefined,
  ],
  ['a released hold of a pending payment', listed({ state: 'voided' }), recorded(pending), 'differentState'],
  ['a hold of a payment that changed just now', listed(), recorded({ ...pending, ...just }), undefined],
  ['a pending void', listed({ kind: 'void', state: 'done' }), recorded({ kind: 'void', ...pending }), undefined],
  ['a declined operation that is done in the database', listed({ state: 'declined' }), recorded(), 'missingEffect'],
  ['a declined operation that failed', listed({ state: 'declined' }), recorded(failed), undefined],
  ['a hold released by the connector only', listed({ state: 'voided' }), recorded(), 'differentState'],
  ['a doubled effect', listed({ ...capture, effectCount: 2 }), recorded(asCapture), 'doubledEffect'],
  [
    'another object with the same operation id',
    listed({ connectorReference: 'pi_2' }),
    recorded({ connectorReference: 'pi_1' }),
    'doubledEffect',
  ],
  ['another amount', listed({ amountMinor: 99n }), recorded(), 'differentAmount'],
  ['another currency', listed({ currency: 'USD' }), recorded(), 'differentCurrency'],
  ['an amount that the connector omits', listed({ amountMinor: null }), recorded(), undefined],
  [
    'a verification',
    listed({ kind: 'verify', amountMinor: 0n }),
    recorded({ kind: 'verify', amountMinor: null }),
    undefined,
  ],
];

test.each(ROWS)('comparison of %s', (_, theirs, ours, expected) => {
  const finding = compareListed({ listed: theirs, recorded: ours, asOf: NOW });
  expect(finding && [finding.kind, finding.repair].filter(Boolean).join(' ')).toBe(expected);
});

test('only orphan holds and unrecorded outcomes are repaired automatically', () => {
  const repaired = ROWS.map(([, theirs, ours]) => compareListed({ listed: theirs, recorded: ours, asOf: NOW }));
  const kinds = repaired.filter((finding) => finding?.repair).map((finding) => finding?.kind);
  expect(new Set(kinds)).toEqual(new Set(['orphanHold', 'unrecordedOutcome']));
});

test.each<[string, Partial<RecordedOperation>, LookedUp, string | undefined]>([
  ['a capture found by its operation id', asCapture, 'approved', undefined],
  ['a capture not found', asCapture, 'notFound', 'missingEffect'],
  ['a declined refund', { kind: 'refund' }, 'declined', 'missingEffect'],
  ['a payout that awaits an interaction', { kind: 'payOut' }, 'interactionRequired', 'missingEffect'],
  ['a void not found', { kind: 'void' }, 'notFound', 'missingEffect void'],
  ['a released and forgotten hold', { state: 'undone', status: 'cancelled' }, 'declined', undefined],
])('comparison of an unlisted operation: %s', (_, fields, lookedUp, expected) => {
  const finding = compareMissing(recorded(fields), { lookedUp, at: NOW });
  expect(finding && [finding.kind, finding.repair].filter(Boolean).join(' ')).toBe(expected);
});

test('a receipt that the register refused is reported whatever the payment is', () => {
  const refused = listed({ ...capture, receipt: 'refused' });
  for (const known of [recorded(), recorded(failed), undefined]) {
    expect(compareReceipt(refused, known, 'hour')).toMatchObject({ kind: 'refusedReceipt', operationKind: 'capture' });
  }
  expect(compareReceipt(listed(), recorded(), 'day')).toBeUndefined();
});

test('a receipt that still waits at the second pass is reported, except that of a hold', () => {
  const waiting = listed({ ...capture, state: 'done', receipt: 'pending' });
  expect(compareReceipt(waiting, recorded(), 'hour')).toBeUndefined();
  expect(compareReceipt(waiting, recorded(), 'day')).toMatchObject({ facts: { statement: 'pending' } });
  expect(compareReceipt(listed({ state: 'held', receipt: 'pending' }), recorded(), 'day')).toBeUndefined();
});

const STATES = ['pending', 'registered', 'refused', undefined] as const;

test('a decision of the register replaces another, and no receipt that waits replaces a decision', () => {
  const done = { ...asCapture, state: 'done' } as const;
  const findNew = (was: ReceiptState | undefined, receipt: ReceiptState | undefined, given: Partial<ListedOperation>) =>
    findNewReceipt(
      listed({ ...capture, state: 'done', ...given, ...(receipt && { receipt }) }),
      recorded({ ...done, ...(was && { receipt: was }) }),
    );
  const all = STATES.flatMap((was) => STATES.map((next) => [was, next, findNew(was, next, {})] as const));
  expect(all.filter(([, , found]) => found).map(([was, next]) => `${was} ${next}`)).toEqual([
    ...['pending registered', 'pending refused', 'registered refused', 'refused registered'],
    ...['undefined pending', 'undefined registered', 'undefined refused'],
  ]);
  expect(all.every(([, next, found]) => found === undefined || found === next)).toBe(true);
});

test('a receipt is taken neither from a second object, a hold or another kind, nor for an operation without effect', () => {
  const theirs = listed({ ...capture, state: 'done', receipt: 'registered' });
  expect(findNewReceipt(theirs, recorded(asCapture))).toBe('registered');
  for (const wrong of [{ effectCount: 2 }, { state: 'held' }, { kind: 'authorise' }] as const) {
    expect(findNewReceipt({ ...theirs, ...wrong }, recorded(asCapture))).toBeUndefined();
  }
  const other = { ...asCapture, connectorReference: 'another' };
  expect(findNewReceipt({ ...theirs, connectorReference: 'theirs' }, recorded(other))).toBeUndefined();
  for (const ours of [undefined, recorded(failed)]) expect(findNewReceipt(theirs, ours)).toBeUndefined();
});
