import type { ClientBase } from 'pg';

/** One message as a receiver took it: a line of its log. */
export interface Heard {
  /** Which of the receiver's hooks, each of a webhook of its own. */
  hook: string;
  eventID: string;
  eventType: string;
  /** `invoice/<id>`, `customer/<id>`, `withdrawal/<id>` or `destination/<id>`. */
  subject: string;
  /** What of the subject changed: the id of a payment, `<payment>.<refund>`, a binding, or nothing. */
  part: string;
  isSigned: boolean;
  /** SHA-256 of the body. */
  digest: string;
  /** The status that it was answered with; 0 where the connection was cut. */
  answered: number;
}

/** What the API has answered a client, who keeps it as a merchant keeps an order. */
export interface Acknowledged {
  kind: 'invoice' | 'payment' | 'refund' | 'customer' | 'binding' | 'withdrawal' | 'destination' | 'transfer';
  externalID: string;
  /** With the ids of what it is part of, by points. */
  id: string;
}

/** A decision about a payment that was accepted at the first asking, so that nothing else can have come of it. */
export interface Decided {
  payment: string;
  decision: 'captured' | 'cancelled';
}

export type Topic = 'invoices' | 'customers' | 'withdrawals' | 'destinations';

/** What a checker looks at. It asks nobody of the platform: only what is left behind. */
export interface Evidence {
  /** The platform's database. */
  record: ClientBase;
  /** The sandbox acquirer's own database. */
  sandbox: ClientBase;
  /** The receiver's log, in the order of arrival. */
  heard: readonly Heard[];
  acknowledged: readonly Acknowledged[];
  decided: readonly Decided[];
  /** The hooks that have heard of everything about these topics from the beginning, and have always answered 200. */
  faithfulHooks: Readonly<Record<Topic, readonly string[]>>;
  /** The ids of webhooks by hook. */
  webhookIDs: Readonly<Record<string, string>>;
  /** Whether the engine runs a workflow of this id. */
  isAlive: (workflowID: string) => Promise<boolean>;
  /** How long an open entity may be without a workflow. */
  restartLimitMs: number;
  /** Files and folders where nothing secret may stand. */
  places: readonly string[];
  /** Card numbers and secrets that were used. */
  secrets: readonly string[];
  /** Ends that earlier looks have seen, by entity. It is added to. */
  ends: Map<string, string>;
}

/** One broken invariant, and where. */
export interface Violation {
  rule: string;
  where: string;
  found: string;
}

/** Looks for what breaks one family of invariants. */
export type Check = (evidence: Evidence) => Promise<Violation[]>;

/** A question to a database whose every row is a violation. */
export interface Question {
  rule: string;
  text: string;
}

/** Asks the questions one after the other. */
export async function ask(client: ClientBase, questions: readonly Question[]): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const { rule, text } of questions) {
    const { rows } = await client.query<{ where: string; found: string }>(text);
    violations.push(...rows.map(({ where, found }) => ({ rule, where, found })));
  }
  return violations;
}
