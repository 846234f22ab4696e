import type { ColumnDef } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { toQuery, type Schemas } from '../../api/client';
import { PaymentLink } from '../../parts/links';
import { Moment, Money, Status } from '../../parts/pieces';
import { useSession } from '../../session/session';
import type { ConsoleTexts } from '../../texts/ru';
import type { PayoutList, PayoutLists } from './payout-source';

function column<Row>(header: string, cell: (row: Row) => ReactNode): ColumnDef<Row> {
  return { id: header, header, cell: ({ row }) => cell(row.original) };
}

function money<Row extends { currency: string }>(
  header: string,
  amount: (row: Row) => number | undefined,
): ColumnDef<Row> {
  const cell = (row: Row): ReactNode => {
    const minor = amount(row);
    return minor !== undefined && <Money amount={minor} currency={row.currency} />;
  };
  return { ...column(header, cell), meta: { className: 'number' } };
}

/** Leads to the lines of a batch. */
function BatchLink({ shopID, currency, id, text }: Record<'shopID' | 'currency' | 'id' | 'text', string>): ReactNode {
  return <Link to={`/payouts${toQuery({ shopID, currency, batchID: id })}`}>{text}</Link>;
}

function Source({ source }: { source: Schemas['BalanceTransactionSource'] }): ReactNode {
  const { invoiceID, paymentID, payoutID, commandID, batchID } = source;
  if (invoiceID !== undefined && paymentID !== undefined) return <PaymentLink {...{ invoiceID, paymentID }} />;
  if (payoutID !== undefined) return <PayoutLink id={payoutID} />;
  return <span className="mono">{commandID ?? batchID}</span>;
}

/** Leads operators to the postings, commands, webhooks and workflow of a payout. */
function PayoutLink({ id }: { id: string }): ReactNode {
  const { person } = useSession();
  if (person.kind === 'merchant') return <span className="mono">{id}</span>;
  return (
    <Link className="mono" to={`/history/payout/${encodeURIComponent(id)}`}>
      {id}
    </Link>
  );
}

/** The columns of each list; a payout and a batch lead to their lines, a line to its payment. */
export function payoutColumns({ payouts: texts, common, lists }: ConsoleTexts): {
  [List in PayoutList]: ColumnDef<PayoutLists[List]>[];
} {
  return {
    payouts: [
      column(common.created, ({ createdAt }) => <Moment at={createdAt} />),
      column(common.shop, ({ shopID }) => <Link to={`/payouts${toQuery({ shopID })}`}>{shopID}</Link>),
      money(common.amount, ({ amount }) => amount),
      column(common.status, ({ status }) => <Status status={status} text={texts.statuses[status]} />),
      column(lists.changed, ({ statusChangedAt }) => <Moment at={statusChangedAt} />),
      column(common.reason, ({ reason }) => reason),
      column(texts.reference, ({ bankReference }) => bankReference),
      column(texts.batch, ({ batchID, shopID, currency }) => (
        <BatchLink {...{ shopID, currency, id: batchID, text: texts.lines }} />
      )),
      column(lists.number, ({ id }) => <PayoutLink id={id} />),
    ],
    batches: [
      column(texts.batch, ({ id, shopID, currency, number }) => (
        <BatchLink {...{ shopID, currency, id, text: `№ ${number}` }} />
      )),
      column(texts.until, ({ untilDay }) => untilDay),
      column(common.status, ({ status }) => <Status status={status} text={texts.batchStatuses[status]} />),
      column(texts.lines, ({ lineCount }) => lineCount),
      money(texts.opening, ({ opening }) => opening),
      money(texts.net, ({ net }) => net),
      money(texts.payout, ({ payout }) => payout),
      money(texts.closing, ({ closing }) => closing),
    ],
    'balance-transactions': [
      column(common.when, ({ createdAt }) => <Moment at={createdAt} />),
      column(common.what, ({ type }) => texts.types[type]),
      column(texts.source, ({ source }) => <Source source={source} />),
      column(common.reason, ({ text }) => text),
      money(common.amount, ({ gross }) => gross),
      money(lists.fee, ({ fee }) => fee),
      money(texts.vat, ({ vat }) => vat),
      money(texts.net, ({ net }) => net),
      column(texts.availableOn, ({ availableOn }) => availableOn),
      column(texts.batch, ({ batchID }) => batchID !== undefined && <span className="mono">{batchID}</span>),
      column(texts.posting, ({ id }) => <span className="mono">{id}</span>),
    ],
  };
}
