import type { LinkOptions, PaymentOptions } from '../options';
import { randomId } from './random-id';

export interface Cost {
  amount: number;
  currency: string;
}

/**
 * State that survives a reload and a bank's page: the link with its token, the invoice made from a template with its amount,
 * and the external id of the payment; no card or payer data. It is in the tab's session storage under a random key, and the
 * address contains the key instead of the token.
 */
export interface Session {
  options: PaymentOptions & LinkOptions;
  /** The amount that the payer chose for a template, stored first so that a retry creates no second invoice. */
  cost?: Cost;
  invoice?: { id: string; token: string };
  attemptID: string;
  /** The payment whose bank page this tab opened; the page does not open it again automatically. */
  leftFor?: string;
  /** The payment that the payer gives up to pay in another way. */
  givenUp?: string;
  /** Whether the bank has returned the payer and the page has not handled it yet. */
  isBack?: boolean;
}

const PREFIX = 'holdfast-checkout:';
const ID_LENGTH = 40;
/** The key of this tab's last session, for banks that drop the fragment. */
const LAST = `${PREFIX}last`;

export interface KeptSession {
  key: string;
  session: Session;
}

export function openSession(
  fragment: string,
  readOptions: (fragment: string) => PaymentOptions & LinkOptions,
): KeptSession | undefined {
  const key = keyIn(fragment);
  if (key !== undefined) {
    const session = read(key);
    return session && { key, session };
  }
  try {
    const options = readOptions(fragment);
    const kept = { key: randomId(), session: { options, attemptID: attemptIDOf(options) } };
    keepSession(kept);
    return kept;
  } catch {
    return undefined;
  }
}

/**
 * Derives the external id from the nonce, so that a second window of the same opening pays the same invoice under the same
 * id. A shared nonce has no more effect than a shared invoice.
 */
function attemptIDOf({ nonce }: LinkOptions): string {
  return nonce?.slice(0, ID_LENGTH) ?? randomId();
}

/** Stores the session. Without storage the payer can still pay, but not reload. */
export function keepSession({ key, session }: KeptSession): void {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(session));
    sessionStorage.setItem(LAST, key);
  } catch {
    // Storage is full, or forbidden in a third-party frame.
  }
}

export function buildAddress(key: string): string {
  return `/pay#s=${key}`;
}

export function noteReturn(key: string): void {
  const session = read(key);
  if (session) keepSession({ key, session: { ...session, isBack: true } });
}

/** Returns the key in the fragment, or the last one of this tab; not in a frame, which another site may have made. */
export function returningKey(fragment: string): string | undefined {
  const key = keyIn(fragment);
  if (key !== undefined || window.top !== window) return key;
  try {
    return sessionStorage.getItem(LAST) ?? undefined;
  } catch {
    return undefined;
  }
}

function keyIn(fragment: string): string | undefined {
  return /^#s=([0-9a-f]{32})$/.exec(fragment)?.[1];
}

function read(key: string): Session | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null') as Session | null) ?? undefined;
  } catch {
    return undefined;
  }
}
