import type { StoredCardField } from '../domain/payments/payment/card-field';

/** A request that may hold a card. */
export interface CardRequestRule {
  method: 'POST' | 'PUT' | 'PATCH';
  /** Below the account's address. */
  path: string;
  /**
   * Members whose whole value may be a placeholder of that field. Members of members are joined by dots, those of a form too (`card[number]`
   * is `card.number`).
   */
  members: Readonly<Record<string, StoredCardField>>;
  /**
   * Writes what an acquirer gets that takes the card encrypted and signed over. Runs in the vault, on the filled members of a JSON body,
   * with the value of the header that authenticates the account.
   */
  seal?: (body: Readonly<Record<string, unknown>>, credential: string) => Record<string, unknown>;
  /** What the worker gets of the answer, by member and with all below it, `*` for any item or member. */
  answer: {
    /** A value equal to the CVV is masked. */
    masked: readonly string[];
    /** Shown as they are: amounts, codes and the platform's own ids, which are no card and may happen to equal a CVV. */
    plain: readonly string[];
  };
}

/** What the vault knows of a connector's requests with cards, without the connector's own code. */
export interface CardRules<Credentials = unknown, Settings = unknown> {
  /** The header that authenticates an account. */
  credentialHeader: 'authorization' | 'x-api-key';
  /** Whether that header is for the vault only. */
  isCredentialKept?: true;
  /** Other headers that are sent, besides the content type. */
  headers: readonly string[];
  requests: readonly CardRequestRule[];
  /** What requests of an account have in common. */
  access(account: { credentials: Credentials; settings: Settings }): CardAccess;
}

/** What the vault requires of the requests of one account. */
export interface CardAccess {
  /** Addresses of the acquirer's API that the account uses. */
  urls: readonly string[];
  /** Values of the header that authenticates the account. */
  credentials: readonly string[];
  /** Members of the body that must have this value: the account at the acquirer. */
  fixed?: Readonly<Record<string, string>>;
}
