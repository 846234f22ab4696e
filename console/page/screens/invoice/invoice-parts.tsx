import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import type { components } from '../../api/payments.generated';
import { PaymentLink } from '../../parts/links';
import { Facts, Moment, Money, Status } from '../../parts/pieces';
import { useTexts } from '../../texts/texts';
import { Summary } from '../../parts/summary';
import { Failure, failurePath } from '../../parts/failure';

export type ShownInvoice = Pick<
  Schemas['OperatedInvoiceDetails'],
  'status' | 'amount' | 'currency' | 'dueDate' | 'createdAt' | 'product' | 'description' | 'reason' | 'externalID'
> & { cart: { product: string; quantity: number; price: number }[] };

export type ShownPayment = Pick<
  Schemas['OperatedPayment'],
  'invoiceID' | 'paymentID' | 'status' | 'amount' | 'currency' | 'createdAt' | 'tool' | 'errorCode'
>;

export function InvoiceSummary({ invoice: given }: { invoice: ShownInvoice }): ReactNode {
  const { invoice, payment } = useTexts();
  const { status, amount, currency, dueDate } = given;
  const title = status === 'paid' || status === 'fulfilled' ? payment.paid : invoice.due;
  const until = status === 'unpaid' ? <Moment at={dueDate} /> : undefined;
  return <Summary {...{ title, amount, currency, status }} rest={[[invoice.dueDate, until]]} />;
}

interface InvoiceFactsProps {
  invoice: ShownInvoice;
  rows?: readonly (readonly [string, ReactNode])[];
}

export function InvoiceFacts({ invoice: given, rows = [] }: InvoiceFactsProps): ReactNode {
  const { invoice, common, payment } = useTexts();
  const { createdAt, product, description, reason, externalID, cart, currency } = given;
  return (
    <>
      <Facts
        rows={[
          [common.created, <Moment key="created" at={createdAt} />],
          [invoice.product, product],
          [invoice.description, description],
          [common.reason, reason],
          [payment.externalID, externalID],
          ...rows,
        ]}
      />
      {cart.length > 0 && (
        <section>
          <h2>{invoice.cart}</h2>
          <ul className="lines">
            {cart.map(({ product: name, quantity, price }, line) => (
              <li key={line}>
                <strong>{name}</strong>
                <span>{`${quantity} ×`}</span>
                <Money amount={price} currency={currency} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** A merchant's own payment as a line. */
export function toShownPayment(payment: components['schemas']['Payment']): ShownPayment {
  const { id, invoiceID, status, amount, currency, createdAt, error } = payment;
  return { invoiceID, paymentID: id, status, amount, currency, createdAt, errorCode: failurePath(error) };
}

/** Payments as lines, each with the way to its page. */
export function PaymentLines(props: { title?: string; payments: ShownPayment[]; empty: string }): ReactNode {
  const { nav } = useTexts();
  const { title = nav.payments, payments, empty } = props;
  return (
    <section>
      <h2>{title}</h2>
      {payments.length === 0 && <p className="help">{empty}</p>}
      <ul className="lines">
        {payments.map(({ invoiceID, paymentID, status, amount, currency, createdAt, tool, errorCode }) => (
          <li key={`${invoiceID}.${paymentID}`}>
            <PaymentLink {...{ invoiceID, paymentID }} />
            <Money {...{ amount, currency }} />
            <Status status={status} />
            <Moment at={createdAt} />
            <span>
              {tool} <Failure code={errorCode} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
