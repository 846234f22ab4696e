import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { QrCode } from '../../../../ui/qr-code';
import { callMerchants } from '../../api/client';
import type { components } from '../../api/payments.generated';
import { daysAgo, startOfDay } from '../../parts/days';
import { Window } from '../../parts/dialog';
import { DialogForm } from '../../parts/dialog-form';
import { parseMinorUnits } from '../../parts/format';
import { CopyButton, Moment } from '../../parts/pieces';
import { DateInput } from '../../../../ui/date-input';
import { language, useTexts } from '../../texts/texts';

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
  const [given, setGiven] = useState({ sum: '', product: '', due: daysAgo(-VALID_DAYS), email: '' });
  const [isChecked, setChecked] = useState(false);
  // A second press after a failure finds the invoice of the first one.
  const [externalID] = useState(() => crypto.randomUUID());
  const [link, setLink] = useState<InvoiceLink>();
  const amount = parseMinorUnits(given.sum, currency);
  const isAmountWrong = amount === undefined || amount < 1;
  const create = async (): Promise<void> => {
    setChecked(true);
    if (isAmountWrong) return;
    const { product, due } = given;
    const body = {
      shopID,
      currency,
      amount,
      product: product.trim(),
      dueDate: startOfDay(due, 1),
      externalID,
      metadata: {},
    };
    const { invoice } = await callMerchants<Created>('/processing/invoices', { method: 'POST', body });
    const path = `/processing/invoices/${encodeURIComponent(invoice.id)}/payment-links`;
    setLink(await callMerchants<InvoiceLink>(path, { method: 'POST', body: {} }));
    await client.invalidateQueries({ queryKey: ['desk'] });
  };
  return (
    <Window title={link ? desk.linkReady : desk.createLink} onClose={onClose}>
      <DialogForm
        {...{ submit: link ? undefined : desk.createLink, cancel: link ? common.close : common.cancel }}
        onSubmit={create}
        onCancel={onClose}
      >
        {link ? (
          <ReadyLink {...{ link, ...given }} />
        ) : (
          <LinkFields {...{ given, currency, isAmountWrong: isChecked && isAmountWrong }} onChange={setGiven} />
        )}
      </DialogForm>
    </Window>
  );
}

interface LinkValues {
  sum: string;
  product: string;
  due: string;
  email: string;
}

interface LinkFieldsProps {
  given: LinkValues;
  currency: string;
  isAmountWrong: boolean;
  onChange: (given: LinkValues) => void;
}

function LinkFields({ given, currency, isAmountWrong, onChange }: LinkFieldsProps): ReactNode {
  const { desk, common } = useTexts();
  const field = (name: keyof LinkValues, title: string, input: Readonly<Record<string, unknown>>): ReactNode => (
    <label className="field">
      {title}
      <input
        value={given[name]}
        autoComplete="off"
        onChange={({ target }) => onChange({ ...given, [name]: target.value })}
        {...input}
      />
    </label>
  );
  const sum = { inputMode: 'decimal', required: true, autoFocus: true, 'aria-invalid': isAmountWrong };
  return (
    <>
      {field('sum', `${common.amount}, ${currency}`, sum)}
      {isAmountWrong && <span className="field-error">{desk.wrongAmount}</span>}
      {field('product', desk.product, { required: true, maxLength: 100 })}
      <label className="field">
        {desk.due}
        <DateInput
          {...{ language, initial: given.due, min: daysAgo(0) }}
          required
          onChange={(due) => onChange({ ...given, due })}
        />
      </label>
      {field('email', desk.email, { type: 'email', maxLength: 100 })}
    </>
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
