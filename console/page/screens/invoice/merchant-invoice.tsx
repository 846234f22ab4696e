import type { ReactNode } from 'react';
import { callMerchants } from '../../api/client';
import type { components } from '../../api/payments.generated';
import { ReasonButton, useDone } from '../../parts/actions';
import { PageTitle } from '../../parts/pieces';
import { useRead } from '../../parts/read';
import { QueryState } from '../../parts/states';
import { useTexts } from '../../texts/texts';
import { InvoiceFacts, InvoiceSummary, PaymentLines, toShownPayment } from './invoice-parts';

type Invoice = components['schemas']['Invoice'];
type Payment = components['schemas']['Payment'];

/** The merchant's own invoice, by the scopes of the key. */
export function MerchantInvoice({ invoiceID }: { invoiceID: string }): ReactNode {
  const { types, invoice: texts } = useTexts();
  const path = `/processing/invoices/${encodeURIComponent(invoiceID)}`;
  const query = useRead(['own-invoice', invoiceID], async (signal) => {
    const [invoice, payments] = await Promise.all([
      callMerchants<Invoice>(path, { signal }),
      callMerchants<Payment[]>(`${path}/payments`, { signal }),
    ]);
    return { invoice, payments };
  });
  const loaded = query.data;
  return (
    <>
      <PageTitle title={`${types['invoice']} ${invoiceID}`}>
        {loaded && <OwnInvoiceActions status={loaded.invoice.status} path={path} />}
      </PageTitle>
      <QueryState query={query} rows={8} />
      {loaded && <OwnInvoice {...loaded} empty={texts.noPayments} />}
    </>
  );
}

function OwnInvoice(props: { invoice: Invoice; payments: Payment[]; empty: string }): ReactNode {
  const { invoice, payments, empty } = props;
  const shown = { ...invoice, cart: invoice.cart ?? [] };
  return (
    <>
      <InvoiceSummary invoice={shown} />
      <InvoiceFacts invoice={shown} />
      <PaymentLines empty={empty} payments={payments.map(toShownPayment)} />
    </>
  );
}

function OwnInvoiceActions({ status, path }: { status: Invoice['status']; path: string }): ReactNode {
  const { invoice } = useTexts();
  const done = useDone();
  if (status !== 'paid' && status !== 'unpaid') return null;
  const action = status === 'paid' ? 'fulfill' : 'rescind';
  const submit = async (reason: string): Promise<void> => {
    await callMerchants(`${path}/${action}`, { method: 'POST', body: { reason } });
    await done();
  };
  return (
    <div className="row-actions">
      <ReasonButton
        text={invoice[action]}
        {...(action === 'fulfill'
          ? { className: 'button primary', help: invoice.fulfillHelp }
          : { isDangerous: true, help: invoice.rescindHelp })}
        onSubmit={submit}
      />
    </div>
  );
}
