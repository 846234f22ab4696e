import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { callMerchants, isOutage, toQuery } from '../../api/client';
import { ErrorNotice } from '../../parts/states';
import { useTexts } from '../../texts/texts';

interface FoundPayment {
  id: string;
  invoiceID: string;
}

/** Finds a payment by `INVOICE.PAYMENT` or the merchant's own id, an invoice, or a customer. */
export function MerchantSearch({ onClose }: { onClose: () => void }): ReactNode {
  const { search } = useTexts();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const { mutate, data, error } = useMutation({
    mutationFn: async () => (await findPath(text.trim())) ?? null,
    onSuccess: (path) => {
      if (path === null) return;
      onClose();
      void navigate(path);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate();
  };
  return (
    <form role="search" className="search" onSubmit={submit}>
      <div className="search-form">
        <input
          type="search"
          value={text}
          aria-label={search.merchantPlaceholder}
          placeholder={search.merchantPlaceholder}
          maxLength={100}
          // eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type here
          autoFocus
          onChange={({ target }) => setText(target.value)}
        />
        <button type="submit" className="button primary">
          {search.find}
        </button>
      </div>
      <div aria-live="polite">
        {data === null && <p className="notice">{search.nothing}</p>}
        <ErrorNotice error={error} />
      </div>
    </form>
  );
}

/** The page of an own object: the API answers 404 for others, and 403 without the scope. */
async function findPath(text: string): Promise<string | undefined> {
  const [first = '', paymentID] = text.split('.');
  if (text === '') return undefined;
  if (paymentID) return paymentPath({ invoiceID: first, id: paymentID });
  const place = encodeURIComponent(first);
  const read = <Answer,>(path: string): Promise<Answer | undefined> =>
    callMerchants<Answer>(`/processing/${path}`).catch((error: unknown) => {
      if (isOutage(error)) throw error;
      return undefined;
    });
  const payments = await read<FoundPayment[]>(`invoices/${place}/payments`);
  if (payments?.length === 1 && payments[0]) return paymentPath(payments[0]);
  if (payments) return `/invoices/${place}`;
  if (await read(`customers/${place}`)) return `/customers/${place}`;
  const named = await read<FoundPayment>(`payments${toQuery({ externalID: text })}`);
  return named && paymentPath(named);
}

function paymentPath({ invoiceID, id }: FoundPayment): string {
  return `/payments/${encodeURIComponent(invoiceID)}/${encodeURIComponent(id)}`;
}
