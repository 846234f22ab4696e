/*
 * Messages between the shop's window and the checkout's window. They contain no card, no token and no text of the payer.
 * Each side accepts only known fields of messages from the expected window and origin with the nonce that the shop's script
 * generated when it opened the checkout and passed in the fragment.
 *
 * The page sends `ready` first and the script answers `hello`. A page that receives no `hello` (opened by a plain link, cut off by
 * COOP, or its opener is closed) shows its own receipt and returns to `redirectUrl`.
 */

export type CheckoutMessage =
  /** The page is loaded and listens. Sent again after each reload. */
  | { type: 'ready' }
  | { type: 'resized'; heightPx: number }
  /** The payment succeeded (paid, held or bound). The page still shows its receipt. */
  | ({ type: 'finished' } & MessageSubject)
  /** An attempt failed with a published code. The payer may try again. */
  | ({ type: 'failed'; code: string } & MessageSubject)
  /** The window navigates to a bank or a wallet and comes back; until then it may look closed. */
  | { type: 'leaving' }
  /** The payer is done: the script closes the window or removes the frame. A window that stays open navigates on its own. */
  | { type: 'closing' };

export type ShopMessage =
  /** Answers each `ready`: the shop's page listens and closes the checkout on `closing`. */
  | { type: 'hello' }
  /** Requests the focus when the page opens or the payer returns to it. */
  | { type: 'focus' };

/** The ids that a message is about; both sides know the invoice, so they are no secret. */
export interface MessageSubject {
  invoiceID?: string;
  paymentID?: string;
  customerID?: string;
  bindingID?: string;
}

export interface Peer {
  window: unknown;
  origin: string;
  nonce: string;
}

interface ReceivedMessage {
  source: unknown;
  origin: string;
  data: unknown;
}

const CHANNEL = 'holdfast-checkout';

export function withNonce<Message extends CheckoutMessage | ShopMessage>(message: Message, nonce: string): object {
  return { ...message, channel: CHANNEL, nonce };
}

/** Returns the target origin for `postMessage`; a page opened from a file has none. */
export function getTargetOrigin(origin: string): string {
  return origin === 'null' ? '*' : origin;
}

export function readCheckoutMessage(event: ReceivedMessage, checkout: Peer): CheckoutMessage | undefined {
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

export function readShopMessage(event: ReceivedMessage, shop: Peer): ShopMessage | undefined {
  const type = open(event, shop)?.['type'];
  return type === 'hello' || type === 'focus' ? { type } : undefined;
}

function open({ source, origin, data }: ReceivedMessage, peer: Peer): Record<string, unknown> | undefined {
  // A closed window is null, and so is the source of its last message.
  if (!peer.window || source !== peer.window || origin !== peer.origin || typeof data !== 'object' || data === null)
    return undefined;
  const said = data as Record<string, unknown>;
  return said['channel'] === CHANNEL && said['nonce'] === peer.nonce ? said : undefined;
}

function readSubject(said: Record<string, unknown>): MessageSubject {
  const names = ['invoiceID', 'paymentID', 'customerID', 'bindingID'] as const;
  const entries = names.map((name) => [name, shortText(said[name])] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function shortText(value: unknown): string | undefined {
  return typeof value === 'string' && value.length > 0 && value.length <= 200 ? value : undefined;
}
