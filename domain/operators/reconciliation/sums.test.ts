import type { ListedOperation, RecordedOperation } from './operation';
import { differentSums, Sums } from './sums';

const at = new Date('2026-05-01T10:05:00Z');
const WINDOW = { from: new Date('2026-05-01T10:00:00Z'), to: new Date('2026-05-01T11:00:00Z') };

const listed = (fields: Partial<ListedOperation> = {}): ListedOperation => ({
  operationID: 'refund/i.1.1/refund',
  kind: 'refund',
  state: 'done',
  amountMinor: 100n,
  currency: 'RUB',
  effectCount: 1,
  at,
  ...fields,
});

const recorded = (fields: Partial<RecordedOperation> = {}): RecordedOperation => ({
  operationID: 'refund/i.1.1/refund',
  kind: 'refund',
  state: 'done',
  status: 'succeeded',
  amountMinor: 100n,
  currency: 'RUB',
  connectorReference: null,
  changedAt: at,
  deadline: null,
  ...fields,
});

test('sums group compared operations that move money by currency and kind', () => {
  const sums = new Sums();
  sums.addListed(listed(), recorded());
  sums.addListed(listed({ amountMinor: 50n }), recorded({ amountMinor: 50n }));
  sums.addListed(listed({ currency: 'USD', kind: 'payOut' }), undefined);
  sums.addListed(listed({ state: 'declined' }), recorded({ state: 'undone' }));
  sums.addListed(listed({ kind: 'void' }), recorded({ kind: 'void' }));
  sums.addListed(listed({ kind: 'authorise', state: 'voided' }), recorded({ kind: 'authorise', state: 'undone' }));
  sums.addRecorded(recorded({ kind: 'capture', amountMinor: 7n }));
  expect(sums.list()).toEqual([
    { currency: 'RUB', kind: 'capture', connector: { count: 0, sumMinor: 0n }, recorded: { count: 1, sumMinor: 7n } },
    {
      currency: 'RUB',
      kind: 'refund',
      connector: { count: 2, sumMinor: 150n },
      recorded: { count: 2, sumMinor: 150n },
    },
    { currency: 'USD', kind: 'payOut', connector: { count: 1, sumMinor: 100n }, recorded: { count: 0, sumMinor: 0n } },
  ]);
  expect(differentSums(sums.list(), WINDOW, []).map(({ operationID }) => operationID)).toEqual([
    'sums/2026-05-01T10:00:00Z/RUB/capture',
    'sums/2026-05-01T10:00:00Z/USD/payOut',
  ]);
});

test('equal sums give no finding', () => {
  const sums = new Sums();
  sums.addListed(listed(), recorded());
  expect(differentSums(sums.list(), WINDOW, [])).toEqual([]);
});

test('the acquirer’s fees are summed where they are stated, and change no difference', () => {
  const sums = new Sums();
  sums.addListed(listed({ kind: 'capture', feeMinor: 3n }), recorded({ kind: 'capture', feeMinor: 2n }));
  sums.addListed(listed({ kind: 'capture' }), recorded({ kind: 'capture', feeMinor: 2n }));
  expect(sums.list()).toMatchObject([{ connector: { feeMinor: 3n }, recorded: { feeMinor: 4n } }]);
  expect(differentSums(sums.list(), WINDOW, [])).toEqual([]);
});

test('operations without an amount or a currency, and those that move no money, are in no sum', () => {
  const sums = new Sums();
  for (const fields of [{ amountMinor: null }, { currency: null }, { kind: 'void' as const }]) {
    sums.addListed(listed(fields), undefined);
    sums.addRecorded(recorded(fields));
  }
  expect(sums.list()).toEqual([]);
});

test('a voided operation counts at the connector unless it is undone on record too', () => {
  const counts = (
    [
      ['done', 'voided'],
      ['undone', 'voided'],
      ['undone', 'done'],
      ['undone', 'declined'],
    ] as const
  ).map(([state, atConnector]) => {
    const sums = new Sums();
    sums.addListed(listed({ state: atConnector }), recorded({ state }));
    return sums.list()[0]?.connector.count ?? 0;
  });
  expect(counts).toEqual([1, 0, 1, 0]);
});

test('different sums say how many operations of the same sum differ', () => {
  const side = (count: number, sumMinor: bigint) => ({ count, sumMinor });
  const findings = [
    { currency: 'RUB', operationKind: 'refund' },
    { currency: 'RUB', operationKind: 'capture' },
    { currency: 'USD', operationKind: 'refund' },
  ] as unknown as Parameters<typeof differentSums>[2];
  const sums = [
    { currency: 'RUB', kind: 'refund' as const, connector: side(2, 150n), recorded: side(1, 100n) },
    { currency: 'USD', kind: 'payOut' as const, connector: side(0, 0n), recorded: side(1, 5n) },
  ];
  expect(differentSums(sums, WINDOW, findings)).toEqual([
    {
      ...{ kind: 'differentSums', operationID: 'sums/2026-05-01T10:00:00Z/RUB/refund', operationKind: 'refund' },
      ...{ currency: 'RUB', connectorMinor: 150n, recordedMinor: 100n, at: WINDOW.from },
      facts: { operationCount: 1 },
    },
    expect.objectContaining({ currency: 'USD', facts: { operationCount: 0 } }),
  ]);
});
