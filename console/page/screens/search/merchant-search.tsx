import { useState, type FormEvent, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { callMerchants, toQuery } from '../../api/client';
import { ErrorText } from '../../parts/states';
import { useTexts } from '../../texts/texts';

interface FoundPayment {
  id: string;
  invoiceID: string;
}

/** Finds a payment by `INVOICE.PAYMENT`, by its invoice, or by the merchant's own id. */
export function MerchantSearch({ onClose }: { onClose: () => void }): ReactNode {
  const { search, nav } = useTexts();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [error, setError] = useState<unknown>();
  const [hasNothing, setNothing] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setError(undefined);
    try {
      const found = await findPayment(text.trim());
      setNothing(found === undefined);
      if (!found) return;
      onClose();
      void navigate(`/payments/${encodeURIComponent(found.invoiceID)}/${encodeURIComponent(found.id)}`);
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <form role="search" className="search" onSubmit={(event) => void submit(event)}>
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
          {nav.search}
        </button>
      </div>
      <div aria-live="polite">
        {hasNothing && <p className="notice">{search.nothing}</p>}
        {error !== undefined && (
          <div className="notice danger">
            <ErrorText error={error} />
          </div>
        )}
      </div>
    </form>
  );
}

async function findPayment(text: string): Promise<FoundPayment | undefined> {
  const [invoiceID = '', id] = text.split('.');
  if (text === '') return undefined;
  if (id) return { invoiceID, id };
  const ofInvoice = await callMerchants<FoundPayment[]>(
    `/processing/invoices/${encodeURIComponent(invoiceID)}/payments`,
  ).catch(() => []);
  const last = ofInvoice.at(-1);
  if (last) return last;
  const path = `/processing/payments${toQuery({ externalID: text })}`;
  return callMerchants<FoundPayment>(path).catch(() => undefined);
}
