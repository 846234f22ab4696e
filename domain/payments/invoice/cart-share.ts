import { cartTotal, lineCost, lineIdentity, type CartLine } from './cart';

/**
 * Fits a cart to another amount than its total: each line keeps its share, rounded so that the lines sum exactly. A line
 * whose share does not divide by its quantity becomes two, whose prices differ by one minor unit.
 */
export function fitCart(cart: readonly CartLine[], amountMinor: bigint): CartLine[] {
  const totalMinor = cartTotal(cart);
  if (totalMinor === amountMinor) return [...cart];
  const shares = cart.map((line) => {
    const product = lineCost(line) * amountMinor;
    return { line, shareMinor: product / totalMinor, rest: product % totalMinor };
  });
  let missing = shares.reduce((left, { shareMinor }) => left - shareMinor, amountMinor);
  for (const share of [...shares].sort((a, b) => (a.rest < b.rest ? 1 : a.rest > b.rest ? -1 : 0))) {
    if (missing === 0n) break;
    share.shareMinor += 1n;
    missing -= 1n;
  }
  return shares.flatMap(({ line, shareMinor }) => spread(line, shareMinor));
}

/** Spreads an amount over the pieces of a line. Free pieces are left out. */
function spread(line: CartLine, amountMinor: bigint): CartLine[] {
  const [priceMinor, dearer] = [amountMinor / line.quantity, amountMinor % line.quantity];
  return [
    { ...line, quantity: line.quantity - dearer, priceMinor },
    { ...line, quantity: dearer, priceMinor: priceMinor + 1n },
  ].filter((each) => each.quantity > 0n && each.priceMinor > 0n);
}

/** Returns the lines that a later cart lacks; undefined if it is no part of the earlier one. */
export function subtractCart(before: readonly CartLine[], after: readonly CartLine[]): CartLine[] | undefined {
  const left = new Map<string, CartLine>();
  for (const line of before) add(left, line, line.quantity);
  for (const line of after) add(left, line, -line.quantity);
  const lines = [...left.values()].filter(({ quantity }) => quantity !== 0n);
  return lines.some(({ quantity }) => quantity < 0n) ? undefined : lines;
}

function add(lines: Map<string, CartLine>, line: CartLine, quantity: bigint): void {
  const key = JSON.stringify([line.priceMinor.toString(), ...lineIdentity(line)]);
  lines.set(key, { ...line, quantity: (lines.get(key)?.quantity ?? 0n) + quantity });
}

/** A refund's amount, the cart in force before it, and what remains after it. */
export interface RefundedCart {
  amountMinor: bigint;
  before: readonly CartLine[];
  /** The merchant's statement. */
  after?: readonly CartLine[] | undefined;
}

/** Determines the refunded lines: those that the merchant's cart lacks, or else an equal share of every line. */
export function refundedLines({ amountMinor, before, after }: RefundedCart): CartLine[] {
  const stated = after && subtractCart(before, after);
  return stated && cartTotal(stated) === amountMinor ? stated : fitCart(before, amountMinor);
}
