import { useEffect, useState } from 'react';
import type { PaymentOptions } from '../options';

interface Invoice {
  product: string;
  amount: number;
  currency: string;
}

/** The whole page. */
export function Checkout({ apiUrl, options }: { apiUrl: string; options: PaymentOptions | undefined }) {
  const [invoice, setInvoice] = useState<Invoice>();
  useEffect(() => {
    const { invoiceID, invoiceAccessToken } = options ?? {};
    if (!invoiceID) return;
    void fetch(`${apiUrl}/v2/processing/invoices/${encodeURIComponent(invoiceID)}`, {
      headers: { Authorization: `Bearer ${invoiceAccessToken}`, 'X-Request-ID': crypto.randomUUID() },
    })
      .then((answer) => answer.json() as Promise<Invoice>)
      .then(setInvoice);
  }, [apiUrl, options]);
  if (!options) return <p>Ссылка на оплату неполная.</p>;
  return <p>{invoice ? `${invoice.product}: ${invoice.amount / 100} ${invoice.currency}` : 'Загружаем счёт…'}</p>;
}
