import type { ColumnDef } from '@tanstack/react-table';
import { Link } from 'react-router-dom';
import { Failure } from '../../parts/failure';
import { paymentPath } from '../../parts/links';
import { methodText } from '../../parts/method';
import { Moment, Status } from '../../parts/pieces';
import { column, money } from '../../parts/table';
import type { ConsoleTexts } from '../../texts/texts';
import { RefundButton } from '../payment/refund-button';
import type { ListedPayment } from './payment-source';

/** Payments as their merchant knows them: by order and payer. The first column leads to the payment. */
export function ownPaymentColumns(texts: ConsoleTexts): ColumnDef<ListedPayment>[] {
  const { payments, common, payment } = texts;
  return [
    column('order', payments.order, (row) => (
      <Link to={paymentPath(row)}>{row.order ?? `№\u00a0${row.invoiceID}`}</Link>
    )),
    money('amount', common.amount, ({ amount }) => amount),
    column('status', common.status, ({ status, errorCode }) => (
      <>
        <Status status={status} /> <Failure code={errorCode} isPlain />
      </>
    )),
    column('payer', payment.payer, ({ payer }) => payer ?? ''),
    column('method', payments.tool, (row) => methodText(row, texts)),
    column('created', common.created, ({ createdAt }) => <Moment at={createdAt} />),
    column('actions', payments.actions, (row) => row.status === 'captured' && <RefundButton payment={row} />),
  ];
}
