import type { ColumnDef } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { toQuery, type Schemas } from '../../api/client';
import { PaymentLink, PartyLink } from '../../parts/links';
import { dayText } from '../../parts/format';
import { Moment, Status } from '../../parts/pieces';
import { column, money } from '../../parts/table';
import { useTexts, type ConsoleTexts } from '../../texts/texts';

const TONES: Readonly<Record<string, string>> = {
  ...{ sent: 'pending', returned: 'failed', created: 'pending', confirmed: 'succeeded' },
};

export function PayoutStatus({ status }: Pick<Schemas['Payout'], 'status'>): ReactNode {
  const { payouts } = useTexts();
  return <Status status={TONES[status] ?? status} text={payouts.statuses[status]} />;
}

export function FileStatus({ status }: Pick<Schemas['BankFile'], 'status'>): ReactNode {
  const { settlement } = useTexts();
  return <Status status={TONES[status] ?? status} text={settlement.fileStatuses[status]} />;
}

export const PayoutLink = ({ id, text = id }: { id: string; text?: string }): ReactNode => (
  <Link className="mono" to={`/payouts/${encodeURIComponent(id)}`}>
    {text}
  </Link>
);

/** Leads to the balance of the shop. */
export const ShopBalanceLink = ({ shopID, currency }: { shopID: string; currency?: string }): ReactNode => (
  <Link to={`/payouts${toQuery({ shopID, currency })}`}>{shopID}</Link>
);

export function fileColumns({ settlement, common, nav }: ConsoleTexts): ColumnDef<Schemas['BankFile']>[] {
  return [
    column('created', common.created, ({ id, createdAt }) => (
      <Link to={`/payouts/files/${encodeURIComponent(id)}`}>
        <Moment at={createdAt} />
      </Link>
    )),
    column('status', common.status, (row) => <FileStatus {...row} />),
    money('amount', common.amount, ({ amount }) => amount),
    column('payouts', nav.payouts, ({ payoutCount }) => payoutCount, 'number'),
    column('format', settlement.format, ({ format }) => settlement.formats[format], 'no-wrap'),
    column('day', settlement.executionDate, ({ executionDate }) => dayText(executionDate), 'no-wrap'),
    column('account', settlement.account, ({ account }) => <span className="mono">{account}</span>),
  ];
}

export function bankLineColumns({
  settlement,
  common,
  payouts,
  types,
}: ConsoleTexts): ColumnDef<Schemas['BankLine']>[] {
  return [
    column(
      'booked',
      settlement.bookedOn,
      ({ bookedOn }) => (bookedOn === undefined ? common.none : dayText(bookedOn)),
      'no-wrap',
    ),
    column('result', settlement.result, ({ result }) =>
      result === undefined ? settlement.notApplied : <LineResult result={result} />,
    ),
    money('amount', common.amount, ({ amount, direction }) => (direction === 'debit' ? -amount : amount)),
    column('payout', types.payout, ({ payoutID }) => payoutID !== undefined && <PayoutLink id={payoutID} />),
    column('place', settlement.place, (row) => <LinePlace line={row} />, 'no-wrap'),
    column('difference', settlement.difference, ({ expected, actual }) =>
      [expected, actual].some((side) => side !== undefined) ? `${expected ?? '—'} → ${actual ?? '—'}` : null,
    ),
    column('reference', settlement.reference, ({ reference }) => <span className="mono">{reference}</span>),
    column('counterparty', settlement.counterAccount, ({ counterAccount }) => (
      <span className="mono">{counterAccount}</span>
    )),
    column('reason', common.reason, ({ returnReason }) => returnReason),
    column('bank', payouts.reference, ({ bankReference }) => <span className="mono">{bankReference}</span>),
  ];
}

const GOOD_RESULTS = ['paid', 'known', 'notBooked'];

function LineResult({ result }: { result: NonNullable<Schemas['BankLine']['result']> }): ReactNode {
  const { settlement } = useTexts();
  const tone = GOOD_RESULTS.includes(result) ? (result === 'paid' ? 'paid' : 'plain') : 'failed';
  return <Status status={tone} text={settlement.results[result]} />;
}

/** Where a line stands in which statement. */
function LinePlace({ line: { statementID, number, line } }: { line: Schemas['BankLine'] }): ReactNode {
  const { settlement } = useTexts();
  return (
    <Link to={`/payouts/statements/${encodeURIComponent(statementID)}`}>
      {line === undefined ? settlement.entry(number) : settlement.line(line)}
    </Link>
  );
}

type Negative = Schemas['NegativeBalance'];

export function negativeColumns(
  { settlement, common, payouts }: ConsoleTexts,
  actions: (row: Negative) => ReactNode,
): ColumnDef<Negative>[] {
  return [
    column('shop', common.shop, (row) => <ShopBalanceLink {...row} />),
    column('merchant', common.merchant, ({ partyID }) => <PartyLink partyID={partyID} />),
    money('balance', payouts.balance, ({ balance }) => balance),
    money('reserve', settlement.reserve, ({ reserve }) => reserve),
    money('limit', settlement.limit, ({ limit }) => limit),
    column('state', common.status, ({ isAboveLimit }) => (
      <Status
        status={isAboveLimit ? 'failed' : 'plain'}
        text={isAboveLimit ? settlement.aboveLimit : settlement.withinLimit}
      />
    )),
    column('actions', settlement.writeOff, actions),
  ];
}

export function marginColumns(
  { settlement }: ConsoleTexts,
  grouping: Schemas['MarginGrouping'],
): ColumnDef<Schemas['ProviderMargin']>[] {
  return [
    column('id', settlement.groupings[grouping], ({ id }) => <MarginOwner id={id} grouping={grouping} />),
    money('fees', settlement.fees, ({ fees }) => fees),
    money('cost', settlement.acquirerFees, ({ acquirerFees }) => acquirerFees),
    money('margin', settlement.margins, ({ margin }) => margin),
  ];
}

function MarginOwner({ id, grouping }: { id: string | undefined; grouping: string }): ReactNode {
  const { settlement } = useTexts();
  if (id === undefined) return settlement.noOwner;
  const [invoiceID = '', paymentID = ''] = id.split('.');
  if (grouping === 'payment') return <PaymentLink {...{ invoiceID, paymentID }} />;
  return grouping === 'shop' ? <ShopBalanceLink shopID={id} /> : id;
}
