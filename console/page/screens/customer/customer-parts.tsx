import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import type { components } from '../../api/payments.generated';
import { methodText, toolOf } from '../../parts/method';
import { Moment, Status } from '../../parts/pieces';
import { useTexts } from '../../texts/texts';
import { Failure, failurePath } from '../../parts/failure';

type OwnCustomer = components['schemas']['Customer'];
type OwnBinding = components['schemas']['CustomerBinding'];
type Operated = Schemas['OperatedCustomerDetails'];

interface ShownBinding extends Partial<ReturnType<typeof toolOf>> {
  id: string;
  status: string;
  isActive?: boolean;
  createdAt?: string;
  errorCode?: string | undefined;
}

/** What both kinds of people see; a merchant is not told its own party. */
export type ShownCustomer = Pick<Operated, 'email' | 'phone' | 'externalID' | 'shopID' | 'deletedAt'> & {
  status: string;
  createdAt?: string;
  partyID?: string;
  bindings: ShownBinding[];
};

export function toOwnCustomer(customer: OwnCustomer, bindings: readonly OwnBinding[]): ShownCustomer {
  const { shopID, externalID, contactInfo, status } = customer;
  const { email, phoneNumber } = contactInfo;
  return { shopID, status, externalID, email, phone: phoneNumber, bindings: bindings.map(toOwnBinding) };
}

function toOwnBinding({ id, status, paymentResource, error }: OwnBinding): ShownBinding {
  return { id, status, ...toolOf(paymentResource), errorCode: failurePath(error) };
}

export function Bindings({ bindings }: { bindings: readonly ShownBinding[] }): ReactNode {
  const texts = useTexts();
  const { customer } = texts;
  return (
    <section>
      <h2>{customer.bindings}</h2>
      {bindings.length === 0 && <p className="help">{customer.noBindings}</p>}
      <ul className="lines">
        {bindings.map(({ id, status, isActive, createdAt, errorCode, toolType = '', ...tool }) => (
          <li key={id}>
            <strong>{methodText({ toolType, ...tool }, texts)}</strong>
            <Status status={status} text={customer.bindingStatuses[status] ?? status} />
            {isActive && <Status status="active" text={customer.active} />}
            {createdAt !== undefined && <Moment at={createdAt} />}
            <span>
              <Failure code={errorCode} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
