import type { AgreedAmount } from '../../domain/payments/payment/agreed-amount';
import type { StoredCardField } from '../../domain/payments/payment/card-field';

/*
 * The HTTP contract of the vault, `/v1`, shared by its server and its client.
 */

/** Names in the certificates of clients. */
export const VAULT_CALLERS = ['api', 'worker', 'operator'] as const;
export type VaultCaller = (typeof VAULT_CALLERS)[number];

export interface StoreCardRequest {
  /** Chosen by a caller that records it first, so that no card is left behind when it dies; otherwise the vault chooses it. */
  cardID?: string;
  partyID: string;
  /** 12 to 19 digits. */
  cardNumber: string;
  /** `MM/YY`. */
  expDate?: string;
  cardHolder?: string;
  /** Stored apart and only for a time: see `VAULT_CVV_MINUTES`. */
  cvv?: string;
  /** When the card is due: RFC 3339. It is not sent any more, and the worker may delete it. Absent: never. */
  deleteAfter?: string;
}

/** A token of a wallet, which the vault opens with the provider's keys. */
export interface StoreTokenRequest extends Required<Pick<StoreCardRequest, 'cardID' | 'partyID' | 'deleteAfter'>> {
  provider: 'ApplePay' | 'GooglePay';
  token: string;
  /** The merchant that it must have been made for. */
  merchantID: string;
}

export interface KeepCardRequest {
  cardID: string;
  partyID: string;
  /** The earliest moment at which the card is due: RFC 3339. Absent: never. */
  until?: string;
}

/** What the vault requires of requests that send cards with an account. */
export interface AccountRegistration {
  connector: string;
  /** Addresses of the acquirer's API. */
  urls: readonly string[];
  /** SHA-256 digests, in hexadecimal, of the values that the header of the credentials may have. */
  credentials: readonly string[];
  /** Members of the body that must have this value: the account at the acquirer. */
  fixed: Readonly<Record<string, string>>;
}

/** A card that the worker may not delete yet. */
export interface LaterDeletion {
  /** When the vault deletes it: RFC 3339. */
  deleteAt: string;
}

/** What may be shown of a card. */
export interface CardMask {
  cardID: string;
  bin: string;
  lastDigits: string;
  /** `MM/YY`. */
  expDate?: string;
}

export interface StoredCard extends CardMask {
  /** Recognises number and expiry without revealing them: an HMAC under a key that only the vault has. */
  fingerprint: string;
  /** Recognises the number alone. */
  numberFingerprint: string;
}

export interface StoredToken extends Required<StoredCard> {
  /** Whether the number stands for that of a card, with a cryptogram for one payment. */
  isNetworkToken: boolean;
  /** The indicator of authentication, if the wallet gave one. */
  eci?: string;
  /** If the wallet says it. */
  agreed?: AgreedAmount;
}

/** A request to an acquirer, whose body holds placeholders of one card. */
export interface ForwardRequest {
  partyID: string;
  operationID: string;
  /** The connector account, whose address and credentials the request must have. */
  account: string;
  method: 'POST' | 'PUT' | 'PATCH';
  url: string;
  headers: Record<string, string>;
  /** JSON or a form, by the header content-type, with placeholders of `cardPlaceholder`. */
  body: string;
  /** The whole time for the acquirer's response. */
  timeoutMs: number;
}

/** The members of the acquirer's response that its connector needs; a card in them is masked. */
export interface ForwardResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface VaultStatus {
  state: 'locked' | 'ready';
  /** The key-encryption key that wraps new data keys. */
  currentKey?: string;
  /** Cards by the key that wraps their data keys. */
  cardsByKey: Record<string, number>;
  /** Shares of the custodians that are still missing. */
  missingShares: number;
}

/** Whether the audit log is as it was written. */
export interface VaultAuditVerification {
  entries: number;
  /** Written in the last seconds. */
  unchained: number;
  /** The first entry that was changed, or follows a removed one. */
  brokenAt?: number;
  /** The hash of the newest chained entry: compare it with the log of the vault. */
  head?: string;
}

export interface RotationProgress {
  /** Rewrapped by this request. */
  rewrapped: number;
  /** Not rewrapped yet: the request is repeated until it is 0. */
  remaining: number;
  currentKey: string;
}

export type VaultErrorCode =
  | 'invalidRequest'
  | 'forbidden'
  | 'originNotAllowed'
  /** The account is unknown, or the request is not one of it. */
  | 'accountRefused'
  /** A card or a certificate was used too often. Nothing reached the acquirer. */
  | 'limited'
  | 'cardNotFound'
  | 'bodyTooLarge'
  /** Nothing reached the acquirer. */
  | 'notSent'
  /** The request may have reached the acquirer; no usable response came. */
  | 'noAnswer'
  | 'locked'
  | 'unavailable';

export interface VaultErrorBody {
  code: VaultErrorCode;
  message: string;
  /** The refused field, `body.url`. */
  place?: string;
}

/** Stands for a field of a card in a forwarded body: the whole value of a member or form field. Without a value an optional one is left out. */
export function cardPlaceholder(cardID: string, field: StoredCardField, { isOptional = false } = {}): string {
  return `{{card.${cardID}.${field}${isOptional ? '?' : ''}}}`;
}
