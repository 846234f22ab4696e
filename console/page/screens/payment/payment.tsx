import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { useSession } from '../../session/session';
import { MerchantPayment } from './merchant-payment';
import { OperatorPayment } from './operator-payment';

export function PaymentScreen(): ReactNode {
  const { invoiceID = '', paymentID = '' } = useParams();
  const { person } = useSession();
  const Page = person.kind === 'operator' ? OperatorPayment : MerchantPayment;
  return <Page key={`${invoiceID}.${paymentID}`} {...{ invoiceID, paymentID }} />;
}
