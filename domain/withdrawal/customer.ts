/** Who receives a withdrawal (the payment document, § 3, the withdrawal context). Personal data: encrypted at rest. */
export interface WithdrawalCustomer {
  firstName?: string;
  lastName?: string;
  email?: string;
}

/** The address that the receiver's instrument is registered at. Personal data: encrypted at rest. */
export interface BillingAddress {
  addressLine1?: string;
  addressLine2?: string;
  city?: string;
  /** ISO 3166-1 alpha-2. */
  countryCode?: string;
  postalCode?: string;
  state?: string;
}

/** How the receiver can be told about a withdrawal. */
export interface WithdrawalContactInfo {
  email?: string;
  phoneNumber?: string;
}
