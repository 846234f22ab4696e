import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Experiment, Scene } from '../experiment';
import { expectStatus } from '../load/client';
import { OK, type ReceiverBehaviour } from '../receiver';
import { askToRetry, readHistories } from '../sources';

/* Very much waits for one endpoint: all of one subject, or a little of each of very many. */

const EVENTS = 20_000;
const SUBJECTS = 10_000;
/** No flow of the load emits it. */
const EVENT_TYPE = 'InvoiceFulfilled';
/** Workflows go on as new before; one step may add a little. */
const MAX_HISTORY_EVENTS = 1_000;
/** How much more a worker may hold for it than it held before. */
const MAX_GROWTH_MB = 300;
/** How long an endpoint is dead: shorter than the first interval of the retry schedule, so that it is back at the first retry. */
const DEAD_MS = 25_000;
const DRAIN_LIMIT_MS = 240_000;

const REFUSE: ReceiverBehaviour = (response) => void response.writeHead(500).end();

/** What the record has once transitions have left it: events in the order of their ids, deliveries, and queues that are ready. */
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

/** One endpoint beside those of the load. */
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

  get workflowID(): string {
    return `webhook/${this.webhookID}/invoice/${this.hook}-1`;
  }

  async waiting(): Promise<number> {
    const [row] = await this.scene.world.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM webhook_deliveries WHERE webhook_id = $1 AND status = 'pending'`,
      [this.webhookID],
    );
    return row?.count ?? 0;
  }

  /** Gives up what waits, as a merchant does who removes the webhook. */
  async close(): Promise<void> {
    const { world, random } = this.scene;
    const answer = await world.client(random.of('removing')).delete(`/v2/processing/webhooks/${this.webhookID}`);
    expectStatus(answer, 'to remove a webhook', 204);
  }

  /** Waits until nothing waits any more, but not for ever; gives how many wait then. */
  async drained(): Promise<number> {
    const end = performance.now() + DRAIN_LIMIT_MS;
    let left = await this.waiting();
    for (; left > 0 && performance.now() < end; left = await this.waiting()) await sleep(500);
    return left;
  }
}

/**
 * The endpoint takes some, refuses one, and is asked for again at once by an operator: very many attempts of one workflow. What it has
 * not taken when the time is over is given up with the webhook.
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
    // Where the dispatcher has just been refused, its workflow has not begun yet.
    while (!scene.isOver() && !(await askToRetry(temporalAddress, backlog.workflowID))) await scene.pause(100);
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
  if (longest > MAX_HISTORY_EVENTS) accuse(scene, 'a history goes on as new before a thousand events', `${longest}`);
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

/** It is dead for all of them at once, and comes back before their first retry is due. */
async function manySubjects(scene: Scene): Promise<void> {
  const { world } = scene;
  const backlog = new Backlog(scene, 'dead');
  let isDead = true;
  const others = () => world.receiver.heard().filter(({ hook }) => hook !== backlog.hook).length;
  await backlog.open({ subjects: SUBJECTS, eventsEach: 1 }, () => (isDead ? REFUSE : OK));
  const before = others();
  const died = performance.now();
  while (!scene.isOver() && performance.now() - died < DEAD_MS) await scene.pause(500);
  const meanwhile = others() - before;
  const refused = world.receiver.heard().filter(({ hook }) => hook === backlog.hook).length;
  const waiting = await backlog.waiting();
  isDead = false;
  scene.count(refused);
  const left = await backlog.drained();
  await backlog.close();
  scene.note(`${refused} attempts were refused; others heard ${meanwhile} messages meanwhile`);
  scene.note(
    `${waiting - left} of ${SUBJECTS} messages were taken once it was back, the others given up with the webhook`,
  );
  if (left > 0 && left === waiting) {
    const found = `none was taken for ${DRAIN_LIMIT_MS / 1_000} s`;
    scene.accuse({ rule: 'what waits is sent once its endpoint is back', where: backlog.hook, found });
  }
  if (meanwhile > 0) return;
  scene.accuse({ rule: 'a dead endpoint harms nobody else', where: backlog.hook, found: 'nobody heard anything' });
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
