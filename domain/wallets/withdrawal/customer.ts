/** The receiver of a withdrawal (the payment document, § 3). Personal data: encrypted at rest. */
export interface WithdrawalCustomer {
  firstName?: string;
  lastName?: string;
  email?: string;
}

/** The billing address of the receiver's instrument. Personal data: encrypted at rest. */
export interface BillingAddress {
  addressLine1?: string;
  addressLine2?: string;
  city?: string;
  /** ISO 3166-1 alpha-2. */
  countryCode?: string;
  postalCode?: string;
  state?: string;
}

/** The receiver's contacts. */
export interface WithdrawalContactInfo {
  email?: string;
  phoneNumber?: string;
}
