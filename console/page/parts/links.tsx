import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { toQuery } from '../api/client';

interface ButtonLinkProps {
  to: string;
  text: string;
  /** What it is about, for screen readers. */
  subject?: string;
  onClick?: () => void;
}

/** A link that looks like a button. */
export function ButtonLink({ text, subject, ...link }: ButtonLinkProps): ReactNode {
  return (
    <Link className="button" {...link}>
      {text}
      {subject !== undefined && <span className="visually-hidden">{` ${subject}`}</span>}
    </Link>
  );
}

export interface PaymentName {
  invoiceID: string;
  paymentID: string;
}

/** The page of a payment. */
export function paymentPath({ invoiceID, paymentID }: PaymentName): string {
  return `/payments/${encodeURIComponent(invoiceID)}/${encodeURIComponent(paymentID)}`;
}

/** The page of a chargeback of a payment. */
export function chargebackPath({ invoiceID, paymentID }: PaymentName, id: string): string {
  return `${paymentPath({ invoiceID, paymentID }).replace('/payments/', '/chargebacks/')}/${encodeURIComponent(id)}`;
}

export function PaymentLink({ invoiceID, paymentID }: PaymentName): ReactNode {
  return (
    <Link className="mono" to={paymentPath({ invoiceID, paymentID })}>
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

export function WalletLink({ walletID }: { walletID: string }): ReactNode {
  return <Link to={`/wallets/${encodeURIComponent(walletID)}`}>{walletID}</Link>;
}
