import type { ColumnDef } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { toQuery, type Schemas } from '../../api/client';
import { PaymentLink } from '../../parts/links';
import { dayText } from '../../parts/format';
import { Moment, Status } from '../../parts/pieces';
import { column, money } from '../../parts/table';
import { useSession } from '../../session/session';
import type { ConsoleTexts } from '../../texts/texts';
import { StatementButton } from '../registries/statement-button';
import { PayoutLink, PayoutStatus, ShopBalanceLink } from '../settlement/columns';
import type { PayoutList, PayoutLists } from './payout-source';

type Line = Schemas['BalanceTransaction'];

/** Leads to the lines of a batch. */
export function BatchLink({ batch, text }: { batch: Record<'shopID' | 'currency' | 'id', string>; text: string }) {
  const { shopID, currency, id } = batch;
  return <Link to={`/payouts${toQuery({ shopID, currency, batchID: id })}`}>{text}</Link>;
}

/** What caused a line: its payment, its payout, or the command or batch that has no page. */
export function LineSource({ source }: { source: Line['source'] }): ReactNode {
  const { invoiceID, paymentID, payoutID, commandID, batchID } = source;
  if (invoiceID !== undefined && paymentID !== undefined) return <PaymentLink {...{ invoiceID, paymentID }} />;
  if (payoutID !== undefined) return <OwnPayout id={payoutID} />;
  return <span className="mono">{commandID ?? batchID}</span>;
}

/** The page of a payout is for operators: merchants have its batch and lines. */
function OwnPayout({ id }: { id: string }): ReactNode {
  const { person } = useSession();
  return person.kind === 'operator' ? <PayoutLink id={id} /> : <span className="mono">{id}</span>;
}

/** Leads operators to the posting of a line with all that belongs to it. */
function LineLink({ line, shopID, text }: { line: Line; shopID: string; text: string }): ReactNode {
  const { person } = useSession();
  const { id, currency, source, batchID } = line;
  if (person.kind === 'merchant') return text;
  const sourceID = source.invoiceID ?? source.payoutID ?? source.commandID;
  return (
    <Link to={`/payouts/lines/${encodeURIComponent(id)}${toQuery({ shopID, currency, sourceID, batchID })}`}>
      {text}
    </Link>
  );
}

/** The columns of each list; a payout and a batch lead to their lines, a line to its payment and its posting. */
export function payoutColumns(
  { payouts: texts, common, lists, registries, payments, types, payment }: ConsoleTexts,
  ofShop = '',
): { [List in PayoutList]: ColumnDef<PayoutLists[List]>[] } {
  return {
    payouts: [
      column('created', common.created, ({ createdAt }) => <Moment at={createdAt} />),
      column('shop', common.shop, ({ shopID }) => <ShopBalanceLink shopID={shopID} />, 'no-wrap'),
      money('amount', common.amount, ({ amount }) => amount),
      column('status', common.status, (row) => <PayoutStatus {...row} />),
      column('batch', texts.lines, ({ batchID, ...row }) => (
        <BatchLink batch={{ ...row, id: batchID }} text={texts.batch} />
      )),
      column('id', payments.number, ({ id }) => <OwnPayout id={id} />),
      column('changed', lists.changed, ({ statusChangedAt }) => <Moment at={statusChangedAt} />),
      column('reason', common.reason, ({ reason }) => reason),
      column('reference', texts.reference, ({ bankReference }) => bankReference),
    ],
    batches: [
      column('batch', texts.batch, (row) => <BatchLink batch={row} text={`№ ${row.number}`} />),
      column('until', texts.until, ({ untilDay }) => dayText(untilDay), 'no-wrap'),
      column('status', common.status, ({ status }) => <Status status={status} text={texts.batchStatuses[status]} />),
      column('lines', texts.lines, ({ lineCount }) => lineCount, 'number'),
      money('opening', texts.opening, ({ opening }) => opening),
      money('net', texts.net, ({ net }) => net),
      money('payout', types.payout, ({ payout }) => payout),
      money('closing', texts.closing, ({ closing }) => closing),
      column(
        'statement',
        registries.statement,
        ({ id, number, status }) =>
          status === 'closed' && <StatementButton batchID={id} label={`${registries.statement}: № ${number}`} />,
      ),
    ],
    'balance-transactions': [
      column('created', common.when, ({ createdAt }) => <Moment at={createdAt} />),
      column('type', common.what, (line) => <LineLink line={line} shopID={ofShop} text={texts.types[line.type]} />),
      money('gross', common.amount, ({ gross }) => gross),
      money('fee', payment.fee, ({ fee }) => fee),
      money('vat', texts.vat, ({ vat }) => vat),
      money('net', texts.net, ({ net }) => net),
      column('source', texts.source, ({ source }) => <LineSource source={source} />),
      column('available', texts.availableOn, ({ availableOn }) => dayText(availableOn), 'no-wrap'),
      column('text', common.reason, ({ text }) => text),
      column('posting', texts.posting, ({ id }) => <span className="mono">{id}</span>),
      column('batch', texts.batch, ({ batchID }) => batchID !== undefined && <span className="mono">{batchID}</span>),
    ],
  };
}
