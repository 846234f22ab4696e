import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { useSession } from '../../session/session';
import { MerchantInvoice } from './merchant-invoice';
import { OperatorInvoice } from './operator-invoice';

export function InvoiceScreen(): ReactNode {
  const { invoiceID = '' } = useParams();
  const { person } = useSession();
  const Page = person.kind === 'operator' ? OperatorInvoice : MerchantInvoice;
  return <Page key={invoiceID} invoiceID={invoiceID} />;
}
