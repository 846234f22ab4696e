// What makes each webhook event: the moves of the life cycles, and the names that a webhook subscribes to it by.
import path from 'node:path';
import type * as Subscription from '../../domain/webhook/subscription';
import { evaluate } from './evaluate';
import { allMachines, type AnyMachine } from './machines';

/** One reason for which an event is sent: a move of a life cycle, its beginning, or a step that moves nothing. */
interface Origin {
  machine: string;
  from?: string;
  to?: string;
  step?: string;
}

interface EventTable {
  /** As a webhook's scope names it. */
  topic: Subscription.SubscriptionTopic;
  /** Every name of a scope that brings it, the one that only a scope has first. */
  subscriptions: string[];
  origins: Origin[];
}

const TOPICS = ['InvoicesTopic', 'CustomersTopic', 'WithdrawalsTopic', 'DestinationsTopic'] as const;

/** Every event that webhooks are told of, by its type. */
export function readEvents(root: string): Record<string, EventTable> {
  // The domain is not compiled yet when specifications are written.
  const subscription = evaluate(path.join(root, 'domain/webhook/subscription.ts')) as unknown;
  const { deliveredTypes, listEventTypes } = subscription as typeof Subscription;
  const origins = getOrigins(allMachines(root));
  const events = TOPICS.flatMap((topic) =>
    deliveredTypes(topic, listEventTypes(topic)).map((name): [string, EventTable] => {
      const subscriptions = listEventTypes(topic).filter((subscription) => deliveredTypes(topic, [subscription])[0] === name); // prettier-ignore
      const ownFirst = subscriptions.sort((a, b) => Number(a === name) - Number(b === name));
      return [name, { topic, subscriptions: ownFirst, origins: origins.get(name) ?? [] }];
    }),
  );
  return Object.fromEntries(events);
}

function getOrigins(machines: readonly AnyMachine[]): Map<string, Origin[]> {
  const found = new Map<string, Origin[]>();
  const note = (events: readonly string[] | undefined, origin: Origin): void => {
    for (const event of events ?? []) found.set(event, [...(found.get(event) ?? []), origin]);
  };
  for (const { name: machine, initial, transitions, creation, steps = {} } of machines) {
    note(creation?.emits, { machine, to: initial });
    for (const { from, to, emits } of transitions) for (const state of from) note(emits, { machine, from: state, to });
    for (const [step, { emits }] of Object.entries(steps)) note(emits, { machine, step });
  }
  return new Map([...found].map(([name, origins]) => [name, distinct(origins)]));
}

/** Two actions may make the same move: an invoice is cancelled by its owner or by time. */
function distinct(origins: readonly Origin[]): Origin[] {
  return [...new Map(origins.map((origin) => [JSON.stringify(origin), origin])).values()];
}
