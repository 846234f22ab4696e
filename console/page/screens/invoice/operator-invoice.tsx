import type { ReactNode } from 'react';
import { type Schemas } from '../../api/client';
import { CommandChoice, type OfferedCommand } from '../../parts/command-choice';
import { useCommandsOf } from '../../parts/commands';
import { PartyLink, ShopLink } from '../../parts/links';
import { PageTitle } from '../../parts/pieces';
import { useOperated } from '../../parts/read';
import { QueryState } from '../../parts/states';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { CommandList } from '../payment/command-list';
import { PaymentTimeline } from '../payment/payment-timeline';
import { ResendButton } from '../payment/resend-button';
import { InvoiceFacts, InvoiceSummary, PaymentLines } from './invoice-parts';
import { LinkButton } from './link-button';

type Invoice = Schemas['OperatedInvoiceDetails'];

export function OperatorInvoice({ invoiceID }: { invoiceID: string }): ReactNode {
  const { types, invoice: texts } = useTexts();
  const path = `/invoices/${encodeURIComponent(invoiceID)}`;
  const commands = useCommandsOf(invoiceID);
  const query = useOperated<Invoice>(path, {
    isBusy: ({ hasActivePayment }) => hasActivePayment,
  });
  // Decisions stand above the facts, so both are shown at once and nothing moves.
  const invoice = commands.isPending ? undefined : query.data;
  return (
    <>
      <PageTitle title={`${types['invoice']} ${invoiceID}`}>
        {invoice && <InvoiceActions invoice={invoice} />}
      </PageTitle>
      <QueryState query={query} rows={8} isIncomplete={invoice === undefined} />
      {invoice && (
        <>
          <InvoiceSummary invoice={invoice} />
          <CommandList commands={commands.data?.commands ?? []} />
          <OwnerFacts invoice={invoice} />
          <PaymentLines payments={invoice.payments} empty={texts.noPayments} />
          <PaymentTimeline
            path={`/subjects/invoice/${encodeURIComponent(invoiceID)}/timeline`}
            version={`${invoice.statusChangedAt} ${invoice.payments.length}`}
          />
        </>
      )}
    </>
  );
}

function OwnerFacts({ invoice }: { invoice: Invoice }): ReactNode {
  const { common, types } = useTexts();
  const { partyID, shopID, invoiceTemplateID } = invoice;
  return (
    <InvoiceFacts
      invoice={invoice}
      rows={[
        [common.shop, <ShopLink key="shop" shopID={shopID} />],
        [common.merchant, <PartyLink key="party" partyID={partyID} />],
        [types['invoiceTemplate'] ?? '', invoiceTemplateID],
      ]}
    />
  );
}

/** The buttons that the person's roles and the status of the invoice allow. */
function InvoiceActions({ invoice: given }: { invoice: Invoice }): ReactNode {
  const { invoice } = useTexts();
  const { has } = useSession();
  const { invoiceID, partyID, status, hasActivePayment } = given;
  const mayDecide = has('support', 'finance');
  const choices: OfferedCommand[] = [];
  if (mayDecide && status === 'paid') {
    choices.push({ type: 'fulfillInvoice', label: invoice.fulfill, help: invoice.fulfillHelp });
  }
  if (mayDecide && status === 'unpaid' && !hasActivePayment) {
    choices.push({ type: 'rescindInvoice', label: invoice.rescind, help: invoice.rescindHelp, isDangerous: true });
  }
  return (
    <div className="row-actions">
      <CommandChoice choices={choices} parameters={{ invoiceID }} />
      {has('support') && <ResendButton partyID={partyID} subject={`invoice/${invoiceID}`} />}
      {has('support') && status === 'unpaid' && <LinkButton invoiceID={invoiceID} />}
    </div>
  );
}
