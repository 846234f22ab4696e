import type { ContactInfo } from '../payment/payment';
import type { CustomerStatus } from './customer.machine';

/** A saved payer of one shop. */
export interface Customer {
  id: string;
  partyID: string;
  shopID: string;
  externalID: string | null;
  createdAt: Date;
  contactInfo: ContactInfo;
  metadata: object;
  status: CustomerStatus;
  statusChangedAt: Date;
  /** The binding that succeeded last: what the customer pays with. */
  activeBindingID: string | null;
  /** How many events the customer has had. */
  eventCount: number;
  deletedAt: Date | null;
}
