import type { ConnectorPayer, PayerAddress } from '../../connectors/payer';
import type { Payer } from '../../domain/payment/payment';
import { isErased } from '../../domain/person/erased';

/** Collects what a connector may know of the payer. */
export function toConnectorPayer(payer: Payer): ConnectorPayer {
  const contact = known(payer.contactInfo);
  const device = payer.type === 'PaymentResourcePayer' ? known({ ...payer.clientInfo }) : {};
  const name = [contact['firstName'], contact['lastName']].filter(Boolean).join(' ');
  const { country, state, city, address: line, postalCode } = contact;
  const billingAddress = known({ country, state, city, line, postalCode }) as PayerAddress;
  return {
    ...known({ email: contact['email'], phoneNumber: contact['phoneNumber'], name }),
    ...(Object.keys(billingAddress).length > 0 && { billingAddress }),
    ...known({ ip: device['ip'], fingerprint: device['fingerprint'] }),
    ...(payer.type === 'CustomerPayer' && { customerID: payer.customerID }),
  };
}

function known(fields: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const entries = Object.entries(fields).filter(([, value]) => value && !isErased(value));
  return Object.fromEntries(entries) as Record<string, string>;
}
