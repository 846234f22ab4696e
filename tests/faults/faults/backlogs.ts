import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Experiment, Scene } from '../experiment';
import { expectStatus } from '../load/client';
import { OK, type ReceiverBehaviour } from '../receiver';
import { readHistories } from '../sources';

/** A large backlog of one endpoint: of one subject, or of very many subjects. */

const EVENTS = 20_000;
const SUBJECTS = 10_000;
/** An event type that the load does not emit. */
const EVENT_TYPE = 'InvoiceFulfilled';
/** Workflows continue as new below this limit plus one step. */
const MAX_HISTORY_EVENTS = 1_000;
/** Maximum growth of a worker's memory. */
const MAX_GROWTH_MB = 300;
/** Shorter than the first retry interval, so that the endpoint is back at the first retry. */
const DEAD_MS = 25_000;
const DRAIN_LIMIT_MS = 240_000;

const REFUSE: ReceiverBehaviour = (response) => void response.writeHead(500).end();

/** Inserts events, deliveries and ready queues as transitions do. */
const WAITING = `
  WITH given AS (
    SELECT nextval('webhook_event_ids') AS id, $2 || '-' || n AS invoice
    FROM generate_series(1, $4::integer) m, generate_series(1, $3::integer) n
  ), event AS (
    INSERT INTO webhook_events (id, topic, event_type, subject, occurred_at, body)
    SELECT id, 'InvoicesTopic', '${EVENT_TYPE}', 'invoice/' || invoice, now(),
      json_build_object('eventID', id, 'eventType', '${EVENT_TYPE}', 'invoice', json_build_object('id', invoice))::text
    FROM given RETURNING id, subject
  ), delivery AS (
    INSERT INTO webhook_deliveries (webhook_id, subject, event_id) SELECT $1, subject, id FROM event RETURNING subject, event_id
  )
  INSERT INTO webhook_queues (webhook_id, subject, last_event_id)
  SELECT $1, subject, max(event_id) FROM delivery GROUP BY subject`;

class Backlog {
  private webhookID = '';

  constructor(
    private readonly scene: Scene,
    readonly hook: string,
  ) {}

  async open(given: { subjects: number; eventsEach: number }, manners: () => ReceiverBehaviour): Promise<void> {
    const { world } = this.scene;
    world.receiver.behaveInTurn(this.hook, manners);
    const { shopID } = world.situation.demo;
    await world.subscribe(this.hook, { topic: 'InvoicesTopic', shopID, eventTypes: [EVENT_TYPE] });
    this.webhookID = world.webhookIDs[this.hook] ?? '';
    await world.query(WAITING, [this.webhookID, this.hook, given.subjects, given.eventsEach]);
  }

  /** Retries as an operator, once a refused delivery is recorded. */
  async retry(): Promise<void> {
    const failing = `SELECT FROM webhook_queues WHERE webhook_id = $1 AND state <> 'ready'`;
    while (!this.scene.isOver() && (await this.scene.world.query(failing, [this.webhookID])).length === 0)
      await this.scene.pause(100);
    await this.scene.world.holdfast('webhook', 'retry', this.webhookID).catch(() => undefined);
  }

  get workflowID(): string {
    return `webhook/${this.webhookID}/invoice/${this.hook}-1`;
  }

  waiting(): Promise<number> {
    const waiting = `SELECT count(*) FROM webhook_deliveries WHERE webhook_id = $1 AND status = 'pending'`;
    return this.scene.world.count(waiting, [this.webhookID]);
  }

  /** Discards the backlog by deleting the webhook. */
  async close(): Promise<void> {
    const { world, random } = this.scene;
    const answer = await world.client(random.of('removing')).delete(`/v2/processing/webhooks/${this.webhookID}`);
    expectStatus(answer, 'to remove a webhook', 204);
  }

  /** Waits for an empty backlog until a timeout. @returns the remaining number */
  async drained(): Promise<number> {
    const end = performance.now() + DRAIN_LIMIT_MS;
    let left = await this.waiting();
    for (; left > 0 && performance.now() < end; left = await this.waiting()) await sleep(500);
    return left;
  }
}

/**
 * The endpoint accepts some, refuses one and is retried at once by an operator: very many attempts of one subject, by the
 * dispatcher and by runs of its workflow. The rest is discarded with the webhook.
 */
async function oneSubject(scene: Scene): Promise<void> {
  const { temporalAddress } = scene.world.situation;
  const backlog = new Backlog(scene, 'flood');
  let left = 0;
  await backlog.open({ subjects: 1, eventsEach: EVENTS }, () => (left-- > 0 ? OK : REFUSE));
  const memory = getMemory(scene);
  const before = memory.now();
  while (!scene.isOver() && (await backlog.waiting()) > 0) {
    memory.look();
    if (left >= 0) {
      await scene.pause(100);
      continue;
    }
    left = scene.random.int(20, 120);
    await backlog.retry();
    scene.count();
  }
  const waiting = await backlog.waiting();
  await backlog.close();
  const histories = await readHistories(temporalAddress, backlog.workflowID);
  const longest = Math.max(0, ...histories);
  const runs = `${histories.length} runs of its workflow, the longest history ${longest}`;
  scene.note(`${EVENTS - waiting} of ${EVENTS} events were taken; ${runs}`);
  scene.note(`the worker grew by at most ${memory.max() - before} MB`);
  if (longest === 0) accuse(scene, 'a queue in trouble has a workflow', 'none');
  if (longest > MAX_HISTORY_EVENTS) accuse(scene, 'a workflow continues as new before a thousand events', `${longest}`);
  if (memory.max() - before > MAX_GROWTH_MB)
    accuse(scene, 'memory is bounded', `${before} MB, then ${memory.max()} MB`);
}

function accuse(scene: Scene, rule: string, found: string): void {
  scene.accuse({ rule, where: 'flood', found });
}

/** Resident memory of the worker, in megabytes. */
function getMemory({ world }: Scene): { now: () => number; look: () => void; max: () => number } {
  let max = 0;
  const now = () => {
    const status = readFileSync(`/proc/${world.platform.processes.worker.pid()}/status`, 'utf8');
    const megabytes = Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1_000);
    max = Math.max(max, megabytes);
    return megabytes;
  };
  return { now, look: () => void now(), max: () => max };
}

/** The endpoint is down for all subjects and back before their first retry. */
async function manySubjects(scene: Scene): Promise<void> {
  const { world } = scene;
  const backlog = new Backlog(scene, 'dead');
  let isDead = true;
  const others = () => world.receiver.readLog().filter(({ hook }) => hook !== backlog.hook).length;
  await backlog.open({ subjects: SUBJECTS, eventsEach: 1 }, () => (isDead ? REFUSE : OK));
  const before = others();
  const died = performance.now();
  while (!scene.isOver() && performance.now() - died < DEAD_MS) await scene.pause(500);
  const delivered = others() - before;
  const refused = world.receiver.readLog().filter(({ hook }) => hook === backlog.hook).length;
  const waiting = await backlog.waiting();
  isDead = false;
  scene.count(refused);
  const left = await backlog.drained();
  await backlog.close();
  scene.note(`${refused} attempts were refused; others received ${delivered} messages`);
  scene.note(
    `${waiting - left} of ${SUBJECTS} messages were taken once it was back, the others given up with the webhook`,
  );
  if (left > 0 && left === waiting) {
    const found = `none was taken for ${DRAIN_LIMIT_MS / 1_000} s`;
    scene.accuse({ rule: 'what waits is sent once its endpoint is back', where: backlog.hook, found });
  }
  if (delivered > 0) return;
  const found = 'no other endpoint received messages';
  scene.accuse({ rule: 'a dead endpoint does not affect others', where: backlog.hook, found });
}

export const backlogs: readonly Experiment[] = [
  {
    name: 'one-subject',
    title: '20,000 events of one subject, some taken, one refused, and so on',
    load: { payments: 3, wallets: 1 },
    seconds: { whole: 240 },
    fault: oneSubject,
  },
  {
    name: 'many-subjects',
    title: 'an endpoint dead for 10,000 subjects',
    load: { payments: 6, wallets: 2 },
    seconds: { whole: 40 },
    fault: manySubjects,
  },
];
