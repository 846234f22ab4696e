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
  /** The binding that succeeded last, which the customer pays by. */
  activeBindingID: string | null;
  eventCount: number;
  deletedAt: Date | null;
}
