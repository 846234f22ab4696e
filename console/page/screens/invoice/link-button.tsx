import type { ReactNode } from 'react';
import { callOperators, type Schemas } from '../../api/client';
import { useAnnounce } from '../../parts/announcements';
import { Button } from '../../parts/button';
import { errorText } from '../../parts/states';
import { useTexts } from '../../texts/texts';

/** Copies a link by which anyone may pay the invoice. */
export function LinkButton({ invoiceID }: { invoiceID: string }): ReactNode {
  const texts = useTexts();
  const { payment, payments } = texts;
  const announce = useAnnounce();
  const copy = async (): Promise<void> => {
    const path = `/invoices/${encodeURIComponent(invoiceID)}/payment-link`;
    const { url } = await callOperators<Schemas['InvoicePaymentLink']>(path, { method: 'POST', body: {} });
    await navigator.clipboard.writeText(url);
    announce(payments.linkReady);
  };
  return (
    <Button
      text={payment.link}
      onPress={() => copy().catch(async (error: unknown) => announce(await errorText(error, texts)))}
    />
  );
}
