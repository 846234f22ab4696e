import { compareListed, compareMissing, GRACE_MS, type LookedUp } from './compare';
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
  ['a hold that both sides know', listed(), recorded(), undefined],
  ['an operation that the record has never heard of', listed(), undefined, 'unknownOperation'],
  ['a refusal that the record has never heard of', listed({ state: 'declined' }), undefined, undefined],
  ['a hold of a failed payment', listed(), recorded(failed), 'orphanHold void'],
  ['a hold of a payment that has failed just now', listed(), recorded({ ...failed, ...just }), undefined],
  ['a failed payment that was given back', listed({ state: 'voided' }), recorded(failed), undefined],
  ['a failed payment that was taken: its capture tells', listed({ state: 'done' }), recorded(failed), undefined],
  ['a capture of a failed payment', listed(capture), recorded({ ...asCapture, ...failed }), 'lateSuccess'],
  [
    'a capture of a hold that is undecided here',
    listed(capture),
    recorded({ ...asCapture, state: 'undone', status: 'processed' }),
    'differentState',
  ],
  ['money that was sent for a failed payment', listed(), recorded({ ...failed, isSentMoney: true }), 'lateSuccess'],
  ['a hold of a pending payment', listed(), recorded({ ...pending, ...later }), 'unrecordedOutcome lookUp'],
  ['a hold whose payment decides soon', listed(), recorded({ ...pending, ...soon }), undefined],
  [
    'a hold whose payment should have decided',
    listed(),
    recorded({ ...pending, deadline: before(GRACE_MS) }),
    'unrecordedOutcome',
  ],
  [
    'a hold whose payment is deciding late',
    listed(),
    recorded({ ...pending, deadline: before(GRACE_MS - 1) }),
    undefined,
  ],
  ['a hold of a pending payment that was given back', listed({ state: 'voided' }), recorded(pending), 'differentState'],
  ['a hold whose payment has changed just now', listed(), recorded({ ...pending, ...just }), undefined],
  ['a void under way', listed({ kind: 'void', state: 'done' }), recorded({ kind: 'void', ...pending }), undefined],
  ['a refusal of what the record has done', listed({ state: 'declined' }), recorded(), 'missingEffect'],
  ['a refusal of what failed', listed({ state: 'declined' }), recorded(failed), undefined],
  ['a hold that the connector gave back', listed({ state: 'voided' }), recorded(), 'differentState'],
  ['an effect that happened twice', listed({ ...capture, effectCount: 2 }), recorded(asCapture), 'doubledEffect'],
  [
    'another object of the same name',
    listed({ connectorReference: 'pi_2' }),
    recorded({ connectorReference: 'pi_1' }),
    'doubledEffect',
  ],
  ['another amount', listed({ amountMinor: 99n }), recorded(), 'differentAmount'],
  ['another currency', listed({ currency: 'USD' }), recorded(), 'differentCurrency'],
  ['an amount that the connector does not tell', listed({ amountMinor: null }), recorded(), undefined],
  [
    'a verification',
    listed({ kind: 'verify', amountMinor: 0n }),
    recorded({ kind: 'verify', amountMinor: null }),
    undefined,
  ],
];

test.each(ROWS)('%s', (_, theirs, ours, expected) => {
  const finding = compareListed({ listed: theirs, recorded: ours, asOf: NOW });
  expect(finding && [finding.kind, finding.repair].filter(Boolean).join(' ')).toBe(expected);
});

test('only what is certain is repaired: a hold that nobody can want, and an outcome that can be looked up', () => {
  const repaired = ROWS.map(([, theirs, ours]) => compareListed({ listed: theirs, recorded: ours, asOf: NOW }));
  const kinds = repaired.filter((finding) => finding?.repair).map((finding) => finding?.kind);
  expect(new Set(kinds)).toEqual(new Set(['orphanHold', 'unrecordedOutcome']));
});

test.each<[string, Partial<RecordedOperation>, LookedUp, string | undefined]>([
  ['a capture that the connector knows by its name', asCapture, 'approved', undefined],
  ['a capture that it does not know', asCapture, 'notFound', 'missingEffect'],
  ['a refund that it has declined', { kind: 'refund' }, 'declined', 'missingEffect'],
  ['a payout that awaits somebody', { kind: 'payOut' }, 'interactionRequired', 'missingEffect'],
  ['a release that it does not know', { kind: 'void' }, 'notFound', 'missingEffect void'],
  ['a hold that was given back and is forgotten', { state: 'undone', status: 'cancelled' }, 'declined', undefined],
])('of the record alone: %s', (_, fields, lookedUp, expected) => {
  const finding = compareMissing(recorded(fields), { lookedUp, at: NOW });
  expect(finding && [finding.kind, finding.repair].filter(Boolean).join(' ')).toBe(expected);
});
