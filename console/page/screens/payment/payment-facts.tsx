import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Schemas } from '../../api/client';
import { Failure } from '../../parts/failure';
import { PartyLink, ShopLink } from '../../parts/links';
import { methodText } from '../../parts/method';
import { CopyID, Facts, Moment } from '../../parts/pieces';
import { useTexts } from '../../texts/texts';

type Details = Schemas['OperatedPaymentDetails'];

/** What an operator or a merchant sees of a payment; a merchant knows neither connector nor party. */
type ShownFacts = Pick<Details, 'invoiceID' | 'createdAt'> & { [Name in keyof Details]?: Details[Name] | undefined } & {
  /** What is paid for, and the shop's own number of the invoice. */
  product?: string | undefined;
  order?: string | undefined;
  /** The number of the payment, where the title does not say it. */
  number?: string | undefined;
};

export function PaymentFacts({ payment }: { payment: ShownFacts }): ReactNode {
  const all = useTexts();
  const { payment: texts, common, types, invoice: invoiceTexts } = all;
  const { invoiceID, partyID, shopID, toolType, cardFingerprint, errorCode, rrn, connectorReference } = payment;
  return (
    <Facts
      rows={[
        [texts.order, payment.order],
        [texts.payer, payment.email],
        [invoiceTexts.product, payment.product],
        [common.created, <Moment at={payment.createdAt} key="created" />],
        [texts.tool, toolType && methodText({ ...payment, toolType }, all)],
        [texts.error, errorCode && <Failure code={errorCode} key="error" />],
        [common.shop, shopID && partyID && <ShopLink key="shop" shopID={shopID} />],
        [common.merchant, partyID && <PartyLink key="party" partyID={partyID} />],
        [
          types['invoice'] ?? '',
          <Link key="invoice" to={`/invoices/${encodeURIComponent(invoiceID)}`}>
            {invoiceID}
          </Link>,
        ],
        [types.payment, payment.number && <CopyID key="number" id={payment.number} />],
        [texts.externalID, payment.externalID],
        [texts.connector, payment.connector],
        [texts.rrn, rrn && <CopyID key="rrn" id={rrn} />],
        [texts.approvalCode, payment.approvalCode],
        [texts.receipt, payment.receipt && texts.receipts[payment.receipt]],
        [texts.reference, connectorReference && <CopyID key="reference" id={connectorReference} />],
        [texts.cardFingerprint, cardFingerprint && <CopyID key="card" id={cardFingerprint} />],
      ]}
    />
  );
}
