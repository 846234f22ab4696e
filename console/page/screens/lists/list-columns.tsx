import type { ColumnDef } from '@tanstack/react-table';
import { Link } from 'react-router-dom';
import { PaymentLink, chargebackPath } from '../../parts/links';
import { Moment, Status } from '../../parts/pieces';
import { column, money as moneyColumn } from '../../parts/table';
import type { ConsoleTexts } from '../../texts/texts';
import type { ListKind, ShownOperation } from './list-kinds';
import { Failure } from '../../parts/failure';

type Column = ColumnDef<ShownOperation>;
const cell = column<ShownOperation>;
const money = moneyColumn<ShownOperation>;

/** The column of a plain field. */
function field(name: keyof ShownOperation, header: string): Column {
  return cell(name, header, (row) => row[name] ?? '');
}

function statusText(kind: ListKind, { lists, statuses }: ConsoleTexts): Record<string, string> {
  if (kind === 'refunds') return statuses;
  return kind === 'chargebacks' ? lists.chargebackStatuses : lists.movementStatuses;
}

/** The columns of a list; the first one leads to the object. */
export function columnsOf(kind: ListKind, texts: ConsoleTexts): Column[] {
  const { lists, common, types, payment: paymentTexts, payments } = texts;
  const words = statusText(kind, texts);
  const failed = cell('errorCode', lists.failure, ({ errorCode }) => <Failure code={errorCode} />);
  const shared: Column[] = [
    cell('created', common.created, ({ createdAt }) => <Moment at={createdAt} />),
    money('amount', common.amount, ({ amount }) => amount),
    cell('status', common.status, ({ status }) => <Status status={status} text={words[status] ?? status} />),
  ];
  if (kind === 'refunds' || kind === 'chargebacks') {
    const payment = cell('payment', types.payment, ({ invoiceID = '', paymentID = '' }) => (
      <PaymentLink {...{ invoiceID, paymentID }} />
    ));
    const rest =
      kind === 'refunds'
        ? [field('reason', common.reason), failed, field('externalID', paymentTexts.externalID)]
        : [
            cell('stage', lists.stage, ({ stage = '' }) => lists.stages[stage] ?? stage),
            money('levy', lists.levy, ({ levy }) => levy),
            cell('due', lists.answerDue, ({ answerDueAt }) => answerDueAt && <Moment at={answerDueAt} />),
            field('reason', common.reason),
          ];
    const own =
      kind === 'refunds'
        ? field('id', types['refund'] ?? '')
        : cell('id', types['chargeback'] ?? '', ({ id, invoiceID = '', paymentID = '' }) => (
            <Link to={chargebackPath({ invoiceID, paymentID }, id)}>{id}</Link>
          ));
    return [...(kind === 'chargebacks' ? [own, payment] : [payment, own]), ...shared, ...rest];
  }
  const number = cell('number', payments.number, ({ id }) => (
    <Link className="mono" to={`/${kind}/${encodeURIComponent(id)}`}>
      {id}
    </Link>
  ));
  const other = kind === 'withdrawals' ? field('destinationID', types.destination) : field('sourceID', lists.source);
  return [
    ...[number, ...shared, field('walletID', types.wallet), other],
    ...[failed, field('externalID', paymentTexts.externalID)],
  ];
}
