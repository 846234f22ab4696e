import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { toQuery } from '../api/client';

export function PaymentLink({ invoiceID, paymentID }: { invoiceID: string; paymentID: string }): ReactNode {
  return (
    <Link className="mono" to={`/payments/${encodeURIComponent(invoiceID)}/${encodeURIComponent(paymentID)}`}>
      {`${invoiceID}.${paymentID}`}
    </Link>
  );
}

export function PartyLink({ partyID }: { partyID: string }): ReactNode {
  return <Link to={`/merchants/${encodeURIComponent(partyID)}`}>{partyID}</Link>;
}

/** Leads to the payments of the shop. */
export function ShopLink({ shopID }: { shopID: string }): ReactNode {
  return <Link to={`/payments${toQuery({ shopID })}`}>{shopID}</Link>;
}
