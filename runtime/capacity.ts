import { availableParallelism, totalmem } from 'node:os';
import { z } from 'zod';

/** The resources of a process: those of its container, or of the machine. */
export interface Machine {
  cores: number;
  memoryMB: number;
}

/** Reads the container's limits; without a memory limit Node reports a huge number. */
export function thisMachine(): Machine {
  const constrained = process.constrainedMemory();
  const bytes = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  return { cores: availableParallelism(), memoryMB: Math.floor(bytes / 1_048_576) };
}

const clamp = (min: number, max: number, value: number): number => Math.round(Math.min(max, Math.max(min, value)));

/** The default capacity of a process, by the names of the variables that override it. */
export function standardCapacity({ cores, memoryMB }: Machine) {
  // A workflow task holds its slot while its local activity calls a connector for a second or two: at 30 payments/s a core
  // needs 60. With 20 per core, payments waited up to 26 s for a slot.
  const taskSlots = clamp(100, 1_000, 100 * cores);
  return {
    WORKFLOW_TASK_SLOTS: taskSlots,
    // A poller fetches a task in about 10 ms, so ten per core fetch more than a core can run. Each holds a slot.
    WORKFLOW_TASK_POLLERS: clamp(10, 100, 10 * cores),
    // One for each task, so that a task never waits for a second slot.
    LOCAL_ACTIVITY_SLOTS: taskSlots,
    // Retries of connector requests spend their time waiting.
    ACTIVITY_SLOTS: clamp(100, 500, 50 * cores),
    // A cached workflow takes up to a few hundred kilobytes: this uses a quarter of the memory, within one thread's heap.
    WORKFLOW_CACHE: clamp(200, 2_000, memoryMB / 2),
    // Above the delivery concurrency of `webhooks/dispatcher.ts`, which rejects the excess itself.
    DELIVERY_SLOTS: 320,
    // The queues of ten parties (`activities/merchants/report`); a waiting report costs nothing.
    REPORT_SLOTS: 200,
    // PostgreSQL runs as many statements as it has cores; more connections only wait for locks. Two processes of each kind
    // and Temporal fit into its default limit of 100.
    API_CONNECTIONS: clamp(8, 16, 8 * cores),
    WORKER_CONNECTIONS: clamp(8, 16, 8 * cores),
    // A command takes about 30 ms of a core, so one waits for about a tenth of a second behind those in flight. The others
    // wait in the outbox, where parties take turns.
    OUTBOX_PAYER_AT_ONCE: clamp(4, 100, 3 * cores),
    // Few, because background commands share the CPU with payers' commands.
    OUTBOX_BACKGROUND_AT_ONCE: clamp(2, 16, 2 * cores),
    // What a core processes in a few minutes; longer waits are better rejected.
    PARTY_WAITING_LIMIT: clamp(2_000, 20_000, 2_000 * cores),
    // The limit of ten parties.
    WAITING_LIMIT: clamp(20_000, 200_000, 20_000 * cores),
    // With the captures that come before it, a payer waits some five seconds; more is better rejected, and the caller retries.
    PARTY_WAITING_SECONDS: 3,
    // After this the payer has left. Also how long Temporal may be unavailable before requests are rejected.
    WAITING_SECONDS: 180,
  } as const;
}

export type Capacity = { [Name in keyof ReturnType<typeof standardCapacity>]: number };

const DESCRIPTIONS: Readonly<Record<keyof Capacity, string>> = {
  WORKFLOW_TASK_SLOTS:
    'Concurrent workflow tasks of a worker. A task holds its slot during a connector request, so few slots delay starts',
  WORKFLOW_TASK_POLLERS: 'Concurrent polls of a worker for workflow tasks; each fetches one task at a time',
  LOCAL_ACTIVITY_SLOTS: 'Concurrent local activities of a worker: first connector requests, transactions',
  ACTIVITY_SLOTS: 'Concurrent ordinary activities of a worker: retried connector requests',
  WORKFLOW_CACHE: 'Workflows that a worker caches; others are replayed from their history',
  DELIVERY_SLOTS: 'Concurrent webhook retries of a worker',
  REPORT_SLOTS: 'Reports that wait or run at a worker',
  API_CONNECTIONS: 'Maximum number of PostgreSQL connections of an API process',
  WORKER_CONNECTIONS: 'Maximum number of PostgreSQL connections of a worker, plus two for the outbox',
  OUTBOX_PAYER_AT_ONCE:
    'Payer commands in flight at a worker, without those that wait for a connector; more delay each other',
  OUTBOX_BACKGROUND_AT_ONCE: 'Background commands that a worker delivers to Temporal concurrently',
  PARTY_WAITING_LIMIT: 'Number of waiting commands of one party on a lane from which its new requests are answered 429',
  WAITING_LIMIT: 'Number of waiting commands on a lane from which new requests are answered 503',
  PARTY_WAITING_SECONDS:
    "Seconds that a party's next payment would wait for its turn, at the measured rate, from which its new invoices, cards and payments are answered 503",
  WAITING_SECONDS:
    "Age in seconds of a party's oldest waiting command from which its new requests are answered 503, as in an outage of Temporal",
};

export const capacityVariables = getVariables(standardCapacity(thisMachine()));

type CapacityVariables = { [Name in keyof Capacity]: z.ZodDefault<z.ZodCoercedNumber> };

function getVariables(standard: Capacity): CapacityVariables {
  const variables = Object.entries(standard).map(([name, value]) => [name, variable(name as keyof Capacity, value)]);
  return Object.fromEntries(variables) as CapacityVariables;
}

function variable(name: keyof Capacity, standard: number): z.ZodDefault<z.ZodCoercedNumber> {
  const max = name.startsWith('WORKFLOW_TASK') ? 1_000 : 1_000_000;
  // A worker polls two task queues: its sticky one and the shared one.
  const min = name.startsWith('WORKFLOW_TASK') ? 2 : 1;
  const error = { error: `must be a whole number from ${min} to ${max}` };
  const schema = z.coerce.number(error).int(error).min(min, error).max(max, error);
  return schema.default(standard).describe(DESCRIPTIONS[name]);
}
