import type { ClientBase } from 'pg';

/** One received message: a line of the receiver's log. */
export interface ReceivedMessage {
  /** The receiver's hook, one for each webhook. */
  hook: string;
  eventID: string;
  eventType: string;
  /** `invoice/<id>`, `customer/<id>`, `withdrawal/<id>` or `destination/<id>`. */
  subject: string;
  /** The changed part: a payment id, `<payment>.<refund>`, a binding id, or nothing. */
  part: string;
  isSigned: boolean;
  /** SHA-256 of the body. */
  digest: string;
  /** The response status; 0 if the connection was cut. */
  answered: number;
}

/** A response of the API that a client stores, as a merchant stores an order. */
export interface Acknowledged {
  kind:
    'invoice' | 'payment' | 'refund' | 'customer' | 'binding' | 'withdrawal' | 'destination' | 'transfer' | 'command';
  externalID: string;
  /** With the ids of its parents, separated by points. */
  id: string;
}

/** A decision about a payment that was accepted at the first attempt, so that no other is possible. */
export interface Decided {
  payment: string;
  decision: 'captured' | 'cancelled';
}

export type Topic = 'invoices' | 'customers' | 'withdrawals' | 'destinations';

/** An effect of an operation at a stand-in; `kind` as the sandbox names it. */
export interface StandInEffect {
  operationID: string;
  kind: string;
  amount: string;
}

/** The data that checkers read; they do not call the platform. */
export interface Evidence {
  record: ClientBase;
  sandbox: ClientBase;
  /** What stand-ins of acquirers have done. */
  acquirerEffects: readonly StandInEffect[];
  received: readonly ReceivedMessage[];
  acknowledged: readonly Acknowledged[];
  decided: readonly Decided[];
  /** Hooks that are subscribed to all events of a topic from the beginning and always respond 200. */
  faithfulHooks: Readonly<Record<Topic, readonly string[]>>;
  webhookIDs: Readonly<Record<string, string>>;
  /** Whether a workflow with this id is running. */
  isAlive: (workflowID: string) => Promise<boolean>;
  /** How long an open entity may be without a workflow. */
  restartLimitMs: number;
  /** Files and folders where no secret may be. */
  places: readonly string[];
  secrets: readonly string[];
  /** Results seen by earlier checks, by entity; checks add to it. */
  ends: Map<string, string>;
}

/** A violated invariant and its place. */
export interface CheckerViolation {
  rule: string;
  where: string;
  found: string;
}

export type Check = (evidence: Evidence) => Promise<CheckerViolation[]>;

/** A query whose rows are violations. */
export interface Question {
  rule: string;
  text: string;
}

export async function ask(client: ClientBase, questions: readonly Question[]): Promise<CheckerViolation[]> {
  const violations: CheckerViolation[] = [];
  for (const { rule, text } of questions) {
    const { rows } = await client.query<{ where: string; found: string }>(text);
    violations.push(...rows.map(({ where, found }) => ({ rule, where, found })));
  }
  return violations;
}
