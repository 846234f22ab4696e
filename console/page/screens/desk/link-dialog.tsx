import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { QrCode } from '../../../../ui/qr-code';
import { callMerchants } from '../../api/client';
import type { components } from '../../api/payments.generated';
import { daysAgo, startOfDay } from '../../parts/days';
import { parseMinorUnits } from '../../parts/format';
import { CopyButton, Moment } from '../../parts/pieces';
import { useTexts } from '../../texts/texts';
import { FieldsDialog } from '../administration/fields-dialog';

type Created = components['schemas']['InvoiceAndToken'];
type InvoiceLink = components['schemas']['InvoiceLink'];

/** Of a link. */
const VALID_DAYS = 3;

interface LinkDialogProps {
  shopID: string;
  currency: string;
  onClose: () => void;
}

/** Creates an invoice and the link by which anyone may pay it. */
export function LinkDialog({ shopID, currency, onClose }: LinkDialogProps): ReactNode {
  const { desk, common } = useTexts();
  const client = useQueryClient();
  // A second press after a failure finds the invoice of the first one.
  const [externalID] = useState(() => crypto.randomUUID());
  const amountOf = (sum: string): number => parseMinorUnits(sum, currency) ?? 0;
  return (
    <FieldsDialog
      {...{ title: desk.createLink, submit: desk.createLink, doneTitle: desk.linkReady, hasReason: false, onClose }}
      fields={[
        {
          ...{ name: 'sum', title: `${common.amount}, ${currency}`, value: '' },
          ...{ rule: [(sum) => amountOf(sum) > 0, desk.wrongAmount], input: { inputMode: 'decimal', autoFocus: true } },
        },
        { name: 'product', title: desk.product, value: '', input: { maxLength: 100 } },
        { name: 'due', title: desk.due, value: daysAgo(-VALID_DAYS), isDay: true, input: { min: daysAgo(0) } },
        {
          ...{ name: 'email', title: desk.email, value: '' },
          ...{ isOptional: true, input: { type: 'email', maxLength: 100 } },
        },
      ]}
      onSubmit={async ({ sum = '', product = '', due, email = '' }) => {
        const dueDate = startOfDay(due, 1);
        const body = { shopID, currency, amount: amountOf(sum), product, dueDate, externalID, metadata: {} };
        const { invoice } = await callMerchants<Created>('/processing/invoices', { method: 'POST', body });
        const path = `/processing/invoices/${encodeURIComponent(invoice.id)}/payment-links`;
        const link = await callMerchants<InvoiceLink>(path, { method: 'POST', body: {} });
        await client.invalidateQueries({ queryKey: ['desk'] });
        return <ReadyLink {...{ link, product, email }} />;
      }}
    />
  );
}

function ReadyLink({ link, product, email }: { link: InvoiceLink; product: string; email: string }): ReactNode {
  const { desk, payment } = useTexts();
  const letter = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(product)}&body=${encodeURIComponent(link.url)}`;
  return (
    <>
      <p className="help">
        {desk.linkHelp} <Moment at={link.validUntil} />
      </p>
      <pre className="value">{link.url}</pre>
      <div className="row-actions">
        <CopyButton text={link.url} subject={payment.link} />
        {email !== '' && <a href={letter}>{desk.sendTo(email)}</a>}
      </div>
      <QrCode text={link.url} label={desk.qr} />
    </>
  );
}
