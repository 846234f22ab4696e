// The origins of each webhook event: state transitions and subscriptions.
import path from 'node:path';
import type * as Subscription from '../../domain/delivery/webhook/subscription';
import { evaluate } from './evaluate';
import { allMachines, type AnyMachine } from './machines';

/** An origin of an event: a transition, a creation, or a step without a transition. */
interface Origin {
  machine: string;
  from?: string;
  to?: string;
  step?: string;
}

interface EventTable {
  topic: Subscription.SubscriptionTopic;
  /** All event types of a scope that deliver it, its own first. */
  subscriptions: string[];
  origins: Origin[];
}

/** All webhook events by type. */
export function readEvents(root: string): Record<string, EventTable> {
  // The domain is not compiled yet.
  const subscription = evaluate(path.join(root, 'domain/delivery/webhook/subscription.ts')) as unknown;
  const { deliveredTypes, listEventTypes, SUBSCRIPTION_TOPICS } = subscription as typeof Subscription;
  const origins = getOrigins(allMachines(root));
  const events = SUBSCRIPTION_TOPICS.flatMap((topic) =>
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

/** Two actions may make the same transition: an invoice is cancelled by its owner or by time. */
function distinct(origins: readonly Origin[]): Origin[] {
  return [...new Map(origins.map((origin) => [JSON.stringify(origin), origin])).values()];
}
