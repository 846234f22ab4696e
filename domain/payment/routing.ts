/** Who takes the payments of a shop whose terms name nobody. */
const DEFAULT_CONNECTOR = 'sandbox';

/** What decides by whom a payment or a binding is taken. */
export interface RoutingQuestion {
  /** The connector that the shop's terms name. */
  named?: string;
  /** The connector that gave the recurrent token which pays: nobody else can read it. */
  issuer?: string;
}

/**
 * The connector of a new payment or binding. It is asked once and recorded: everything after goes where it began, whatever
 * the shop's terms say by then.
 */
export function chooseConnector({ named, issuer }: RoutingQuestion): string {
  return issuer ?? named ?? DEFAULT_CONNECTOR;
}
