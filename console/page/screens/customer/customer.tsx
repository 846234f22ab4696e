import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { callMerchants, type Schemas } from '../../api/client';
import type { components } from '../../api/payments.generated';
import { PartyLink, ShopLink } from '../../parts/links';
import { Facts, Moment, PageTitle, Status } from '../../parts/pieces';
import { useOperated, useRead } from '../../parts/read';
import { QueryState } from '../../parts/states';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { PaymentLines } from '../invoice/invoice-parts';
import { PaymentTimeline } from '../payment/payment-timeline';
import { ResendButton } from '../payment/resend-button';
import { Bindings, toOwnCustomer, type ShownCustomer } from './customer-parts';

type Customer = Schemas['OperatedCustomerDetails'];
type OwnCustomer = components['schemas']['Customer'];
type OwnBinding = components['schemas']['CustomerBinding'];

export function CustomerScreen(): ReactNode {
  const { customerID = '' } = useParams();
  const { person } = useSession();
  const Page = person.kind === 'operator' ? OperatorCustomer : MerchantCustomer;
  return <Page key={customerID} customerID={customerID} />;
}

function OperatorCustomer({ customerID }: { customerID: string }): ReactNode {
  const { types, customer: texts } = useTexts();
  const { has } = useSession();
  const place = encodeURIComponent(customerID);
  const query = useOperated<Customer>(`/customers/${place}`);
  const customer = query.data;
  return (
    <>
      <PageTitle title={`${types['customer']} ${customerID}`}>
        {customer && has('support') && (
          <div className="row-actions">
            <ResendButton partyID={customer.partyID} subject={`customer/${customerID}`} />
          </div>
        )}
      </PageTitle>
      <QueryState query={query} rows={8} />
      {customer && (
        <>
          <CustomerFacts customer={customer} />
          <Bindings bindings={customer.bindings} />
          <PaymentLines payments={customer.payments} empty={texts.noPayments} />
          <PaymentTimeline path={`/subjects/customer/${place}/timeline`} version={customer.status} />
        </>
      )}
    </>
  );
}

function CustomerFacts({ customer }: { customer: ShownCustomer }): ReactNode {
  const { customer: texts, common, payment, merchants } = useTexts();
  const { status, email, phone, externalID, createdAt, deletedAt, shopID, partyID } = customer;
  return (
    <Facts
      rows={[
        [common.status, <Status key="status" status={status} text={texts.statuses[status] ?? status} />],
        [merchants.email, email],
        [texts.phone, phone],
        [payment.externalID, externalID],
        [common.created, createdAt && <Moment at={createdAt} />],
        [texts.deletedAt, deletedAt && <Moment at={deletedAt} />],
        [common.shop, partyID ? <ShopLink key="shop" shopID={shopID} /> : shopID],
        [common.merchant, partyID && <PartyLink key="party" partyID={partyID} />],
      ]}
    />
  );
}

/** The merchant's own customer, by the scopes of the key. */
function MerchantCustomer({ customerID }: { customerID: string }): ReactNode {
  const { types } = useTexts();
  const path = `/processing/customers/${encodeURIComponent(customerID)}`;
  const query = useRead(['own-customer', customerID], async (signal) => {
    const [customer, bindings] = await Promise.all([
      callMerchants<OwnCustomer>(path, { signal }),
      callMerchants<OwnBinding[]>(`${path}/bindings`, { signal }),
    ]);
    return toOwnCustomer(customer, bindings);
  });
  return (
    <>
      <PageTitle title={`${types['customer']} ${customerID}`} />
      <QueryState query={query} rows={8} />
      {query.data && (
        <>
          <CustomerFacts customer={query.data} />
          <Bindings bindings={query.data.bindings} />
        </>
      )}
    </>
  );
}
