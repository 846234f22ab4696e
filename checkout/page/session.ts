import type { LinkOptions, PaymentOptions } from '../options';
import { randomId } from './random-id';

/** Minor units. */
export interface Cost {
  amount: number;
  currency: string;
}

/**
 * What survives a reload and a bank's page: what the link said, token included, the invoice that was made of a template, for how
 * much, and the external id under which the payment is asked for. Nothing of a card or of a payer. It rests in this tab's own storage under
 * a random key, and only who has the key, which the address keeps in the place of the token, finds it.
 */
export interface Session {
  options: PaymentOptions & LinkOptions;
  /** What the payer has said that he pays of a template: after a reload it is asked for again, lest a lost answer make two invoices. */
  cost?: Cost;
  /** Made of the template that the link names. */
  invoice?: { id: string; token: string };
  attemptID: string;
  /** The payment for which this tab went to a bank's or a service's page: it is not taken there again unasked. */
  leftFor?: string;
  /** The payment that the payer gives up to pay in another way. */
  givenUp?: string;
  /** Whether that page has brought the payer back, and the page has not heard of it yet. */
  isBack?: boolean;
}

const PREFIX = 'holdfast-checkout:';
/** An external id of the platform is no longer. */
const ID_LENGTH = 40;
/** The last key of this tab, for a bank that brings a payer back without the fragment. */
const LAST = `${PREFIX}last`;

export interface KeptSession {
  key: string;
  session: Session;
}

/** The session that this address begins or goes on with; undefined where it does neither. */
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
 * A window that a shop's page opens again for the same opening, having lost sight of the first, pays the same invoice under the
 * same id. Who makes up a nonce for several payers gains nothing by it: he could as well send them all one invoice.
 */
function attemptIDOf({ nonce }: LinkOptions): string {
  return nonce?.slice(0, ID_LENGTH) ?? randomId();
}

/** Writes down what has changed. A browser that keeps nothing lets the payer pay all the same, without reloads. */
export function keepSession({ key, session }: KeptSession): void {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(session));
    sessionStorage.setItem(LAST, key);
  } catch {
    // Storage is full, or forbidden in a frame of another site.
  }
}

/** Where a payer comes back to from a bank, in the whole window: the page with the key of his session. */
export function buildAddress(key: string): string {
  return `/pay#s=${key}`;
}

/** Notes for the page that a bank or a service has brought the payer back. */
export function noteReturn(key: string): void {
  const session = read(key);
  if (session) keepSession({ key, session: { ...session, isBack: true } });
}

/** The key in a fragment, or else the last one of this tab; not in a frame, which may be anybody's. */
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
