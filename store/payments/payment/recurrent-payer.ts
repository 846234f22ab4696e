import { Refusal } from '../../../domain/platform/errors/refusal';
import type { Payer, PaymentRef, SessionInfo } from '../../../domain/payments/payment/payment';
import { readBinding } from '../binding/binding.table';
import { findCustomer } from '../customer/customer.queries';
import { encryptPaymentTool } from '../payment-tool/payment-tool-token';
import { decrypt } from '../../../security/encryption';
import type { Store } from '../../store';
import { findPaymentOfParty } from './payment.queries';
import { RECURRENT_TOKEN } from './payment.transitions';

export interface RecurrentTool {
  payer: Payer;
  encryptedPaymentTool: string;
  /** The connector that issued the token and alone can charge it. */
  issuer: string;
}

export interface PayeeShop {
  partyID: string;
  shopID: string;
}

/** Charges a customer by the binding that succeeded last. @throws Refusal invalidRequest, operationNotPermitted if it is unready */
export async function readCustomerTool(
  store: Store,
  { partyID, shopID }: PayeeShop,
  { customerID, sessionInfo }: { customerID: string; sessionInfo?: SessionInfo },
): Promise<RecurrentTool> {
  const customer = await findCustomer(store.database, { customerID, partyID });
  if (customer?.shopID !== shopID) {
    throw new Refusal('invalidRequest', 'body.payer.customerID: the shop has no such customer', {
      place: 'body.payer.customerID',
    });
  }
  const bindingID = customer.activeBindingID;
  const binding = bindingID ? await readBinding(store.database, { customerID, bindingID }) : undefined;
  if (!binding?.encryptedRecurrentToken) {
    throw new Refusal('operationNotPermitted', 'customer is unready: none of its bindings has succeeded');
  }
  const { contactInfo } = customer;
  return {
    payer: {
      type: 'CustomerPayer',
      sessionInfo,
      customerID,
      bindingID: binding.id,
      toolDetails: binding.toolDetails,
      contactInfo,
    },
    encryptedPaymentTool: await reencrypt(store, binding.encryptedRecurrentToken),
    issuer: binding.connector,
  };
}

/** Charges the payer of an authorised payment with `makeRecurrent`. @throws Refusal invalidRecurrentParent */
export async function readRecurrentTool(
  store: Store,
  { partyID, shopID }: PayeeShop,
  given: Omit<Extract<Payer, { type: 'RecurrentPayer' }>, 'type' | 'toolDetails'> & {
    recurrentParentPayment: PaymentRef;
  },
): Promise<RecurrentTool> {
  const parent = await findPaymentOfParty(store.database, { ...given.recurrentParentPayment, partyID });
  if (!parent) throw new Refusal('invalidRecurrentParent', 'party has no such payment');
  if (parent.shopID !== shopID) throw new Refusal('invalidRecurrentParent', 'payment belongs to another shop');
  if (parent.status === 'failed') throw new Refusal('invalidRecurrentParent', 'payment has failed');
  if (!parent.encryptedRecurrentToken) {
    throw new Refusal('invalidRecurrentParent', 'payment was not made with makeRecurrent, or is not authorised yet');
  }
  return {
    payer: { type: 'RecurrentPayer', ...given, toolDetails: parent.payer.toolDetails },
    encryptedPaymentTool: await reencrypt(store, parent.encryptedRecurrentToken),
    issuer: parent.connector,
  };
}

/** Encryption is bound to a purpose, so the token is encrypted again as a payment tool. */
async function reencrypt({ encryptionKeys }: Store, encryptedRecurrentToken: string): Promise<string> {
  const recurrentToken = await decrypt(encryptedRecurrentToken, RECURRENT_TOKEN, encryptionKeys);
  return encryptPaymentTool({ type: 'recurrentToken', recurrentToken }, encryptionKeys);
}
