import { availableParallelism, totalmem } from 'node:os';
import { z } from 'zod';

/*
 * How much each process takes on at once: worked out here from the machine, each number with its reason, and settable.
 */

/** What a process may use: of the machine, or of its container where that is given less. */
export interface Machine {
  cores: number;
  memoryMB: number;
}

/** The limits of a container count: Node reads those of its control group, and says a huge number where there are none. */
export function thisMachine(): Machine {
  const constrained = process.constrainedMemory();
  const bytes = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  return { cores: availableParallelism(), memoryMB: Math.floor(bytes / 1_048_576) };
}

const within = (least: number, max: number, value: number): number => Math.round(Math.min(max, Math.max(least, value)));

/** What the environment may say otherwise, by the names of its variables. */
export function standardCapacity({ cores, memoryMB }: Machine) {
  // A workflow's task keeps its slot while its local activity asks a connector, which takes a second or two: a core that
  // carries thirty a second has as many as sixty in hand. Measured with 20 a core, payments waited for a slot for 26 s.
  const taskSlots = within(100, 1_000, 100 * cores);
  return {
    WORKFLOW_TASK_SLOTS: taskSlots,
    // Each brings one task at a time, in some ten milliseconds: ten a core bring more than a core can do. Each keeps a slot.
    WORKFLOW_TASK_POLLERS: within(10, 100, 10 * cores),
    // One for each task: a task that waits for its local activity's slot would only wait twice.
    LOCAL_ACTIVITY_SLOTS: taskSlots,
    // What goes on after a connector did not answer: they wait for it and take nothing else.
    ACTIVITY_SLOTS: within(100, 500, 50 * cores),
    // A payment between hold and capture stays in memory, and is read again from its history where it does not. A workflow
    // takes a few hundred kilobytes at the most: a quarter of the memory, and never more than the heap of one thread holds.
    WORKFLOW_CACHE: within(200, 2_000, memoryMB / 2),
    // More than exchanges may be under way (320 in `webhooks/dispatcher.ts`): who finds no free one has to be told so.
    DELIVERY_SLOTS: 320,
    // Ten parties' lines (`activities/report`): most of what is taken on stands in line, and costs nothing.
    REPORT_SLOTS: 200,
    // A connection is held for a few round trips at a time, and PostgreSQL works at as many as it has cores: more of them wait
    // for each other's locks. Two of each process and the engine's fit into its 100 by default.
    API_CONNECTIONS: within(8, 16, 8 * cores),
    WORKER_CONNECTIONS: within(8, 16, 8 * cores),
    // Starts at the engine take ten to fifty milliseconds, so that so many make several hundred a second.
    OUTBOX_PAYER_AT_ONCE: within(20, 100, 20 * cores),
    // Few, because the engine and the worker do these with the same processors as what payers wait for.
    OUTBOX_BACKGROUND_AT_ONCE: within(2, 16, 2 * cores),
    // What a core works off in a few minutes: who waits longer is better told to come again.
    PARTY_WAITING_LIMIT: within(2_000, 20_000, 2_000 * cores),
    // Ten parties' worth on one lane, of a kilobyte each.
    WAITING_LIMIT: within(20_000, 200_000, 20_000 * cores),
    // A payer has gone by then. Also how long the engine may be away before callers are told.
    WAITING_SECONDS: 180,
  } as const;
}

export type Capacity = { [Name in keyof ReturnType<typeof standardCapacity>]: number };

const DESCRIPTIONS: Readonly<Record<keyof Capacity, string>> = {
  WORKFLOW_TASK_SLOTS:
    'How many tasks of workflows a worker has in hand at once. One keeps its slot while it asks a connector: with few slots starts wait',
  WORKFLOW_TASK_POLLERS: 'How many tasks of workflows a worker asks the engine for at once; each brings one at a time',
  LOCAL_ACTIVITY_SLOTS: 'How many local activities (first attempts at connectors, transactions) a worker has in hand',
  ACTIVITY_SLOTS: 'How many ordinary activities (repeated attempts at connectors) a worker has in hand',
  WORKFLOW_CACHE: 'How many workflows a worker keeps in memory; another one is read from its history when it goes on',
  DELIVERY_SLOTS: 'How many messages to endpoints in trouble a worker has in hand',
  REPORT_SLOTS: 'How many reports stand in line at a worker',
  API_CONNECTIONS: 'How many connections to PostgreSQL an API process keeps at the most',
  WORKER_CONNECTIONS: 'How many connections to PostgreSQL a worker keeps at the most, two for the outbox besides',
  OUTBOX_PAYER_AT_ONCE:
    'How many commands that somebody waits for a worker has on their way at once: to the engine, and there until it begins with them',
  OUTBOX_BACKGROUND_AT_ONCE: 'How many commands that can wait a worker brings to the engine at once',
  PARTY_WAITING_LIMIT: 'From how many waiting commands of one party on a lane its new work is answered 429',
  WAITING_LIMIT: 'From how many waiting commands on a lane all new work for it is answered 503',
  WAITING_SECONDS: "For how many seconds a party's oldest command may wait before its new work is answered 503",
};

/** One variable for each, with what this machine makes of it as its standard. */
export const capacityVariables = getVariables(standardCapacity(thisMachine()));

type CapacityVariables = { [Name in keyof Capacity]: z.ZodDefault<z.ZodCoercedNumber> };

function getVariables(standard: Capacity): CapacityVariables {
  const variables = Object.entries(standard).map(([name, value]) => [name, variable(name as keyof Capacity, value)]);
  return Object.fromEntries(variables) as CapacityVariables;
}

function variable(name: keyof Capacity, standard: number): z.ZodDefault<z.ZodCoercedNumber> {
  const max = name.startsWith('WORKFLOW_TASK') ? 1_000 : 1_000_000;
  // A worker polls two queues of tasks, its own beside the one for all.
  const least = name.startsWith('WORKFLOW_TASK') ? 2 : 1;
  const error = { error: `must be a whole number from ${least} to ${max}` };
  const schema = z.coerce.number(error).int(error).min(least, error).max(max, error);
  return schema.default(standard).describe(DESCRIPTIONS[name]);
}
