/*
 * What the window of a shop and the window of the checkout tell each other. A message carries no card, no token and no text of
 * the payer. Each is heeded only from the one window, of the one origin, under the nonce that the shop's script made up when
 * it opened the checkout and gave it in the fragment; and of it only the fields that are known.
 *
 * The page speaks first (`ready`); the script answers `hello`. A page that hears no `hello` stands alone, whatever its address
 * says: it was opened by a plain link, or the shop's page has cut it off (COOP) or is gone. It then shows its own receipt and
 * goes back to `redirectUrl`.
 */

/** What the checkout tells the shop's page. */
export type CheckoutMessage =
  /** The page is there and listens. Said again after each load of the page in the same window. */
  | { type: 'ready' }
  /** Inline only: how high the page is. */
  | { type: 'resized'; heightPx: number }
  /** Paid (held, bound). The page goes on showing its receipt. */
  | ({ type: 'finished' } & Subject)
  /** An attempt did not succeed, or none can: one of the published codes. The payer may well try again. */
  | ({ type: 'failed'; code: string } & Subject)
  /** The window goes to a bank or a wallet, from where it comes back; meanwhile it may look closed. */
  | { type: 'leaving' }
  /** The payer has done with the page: close the window, or take the frame away. A window that stays leaves by itself. */
  | { type: 'closing' };

/** What the shop's page tells the checkout. */
export type ShopMessage =
  /** The answer to each `ready`: the shop's page listens, and closes the checkout when it asks for it. */
  | { type: 'hello' }
  /** The focus is to go to the page: it was opened, or the payer comes back to it. */
  | { type: 'focus' };

/** What a message is about; ids are no secret between the two, who both know the invoice. */
export interface Subject {
  invoiceID?: string;
  paymentID?: string;
  customerID?: string;
  bindingID?: string;
}

/** The other window, as this one knows it. */
export interface Peer {
  window: unknown;
  origin: string;
  nonce: string;
}

/** A part of `MessageEvent`. */
interface Received {
  source: unknown;
  origin: string;
  data: unknown;
}

const CHANNEL = 'holdfast-checkout';

/** A message with what the other side knows it by. */
export function withNonce<Message extends CheckoutMessage | ShopMessage>(message: Message, nonce: string): object {
  return { ...message, channel: CHANNEL, nonce };
}

/** Whom `postMessage` is to address: a page opened from a file has no origin that could be named. */
export function getTargetOrigin(origin: string): string {
  return origin === 'null' ? '*' : origin;
}

/** What the checkout says, or undefined for whatever else comes. */
export function readCheckoutMessage(event: Received, checkout: Peer): CheckoutMessage | undefined {
  const said = open(event, checkout);
  switch (said?.['type']) {
    case 'ready':
    case 'leaving':
    case 'closing':
      return { type: said['type'] };
    case 'resized': {
      const heightPx = said['heightPx'];
      return typeof heightPx === 'number' && heightPx >= 0 && heightPx <= 20_000
        ? { type: 'resized', heightPx }
        : undefined;
    }
    case 'finished':
      return { type: 'finished', ...readSubject(said) };
    case 'failed':
      return { type: 'failed', code: shortText(said['code']) ?? 'unknown', ...readSubject(said) };
    default:
      return undefined;
  }
}

/** What the shop's page says, or undefined for whatever else comes. */
export function readShopMessage(event: Received, shop: Peer): ShopMessage | undefined {
  const type = open(event, shop)?.['type'];
  return type === 'hello' || type === 'focus' ? { type } : undefined;
}

function open({ source, origin, data }: Received, peer: Peer): Record<string, unknown> | undefined {
  // A window that is gone is null, and so is the source of what it said last.
  if (!peer.window || source !== peer.window || origin !== peer.origin || typeof data !== 'object' || data === null)
    return undefined;
  const said = data as Record<string, unknown>;
  return said['channel'] === CHANNEL && said['nonce'] === peer.nonce ? said : undefined;
}

function readSubject(said: Record<string, unknown>): Subject {
  const names = ['invoiceID', 'paymentID', 'customerID', 'bindingID'] as const;
  const entries = names.map((name) => [name, shortText(said[name])] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function shortText(value: unknown): string | undefined {
  return typeof value === 'string' && value.length > 0 && value.length <= 200 ? value : undefined;
}
