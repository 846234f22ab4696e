import { CONNECTIONS_PER_HOST, hostName, type Place, type Places } from '../activities/webhook/places';
import type { LeasedQueue, LeaseRooms } from '../store/webhook/queue.lease';

/** What waits in line for one endpoint: enough to keep it busy, little enough to be begun before its lease is over. */
const LONGEST_LINE = 2 * CONNECTIONS_PER_HOST;
/** A queue that stood in line longer is given back: its lease might run out under the exchange. */
const LONGEST_WAIT_MS = 10_000;

interface Standing {
  queue: LeasedQueue;
  sinceMs: number;
}

/** One party's exchanges with one host, and the leased queues that wait behind them. */
interface Line {
  load: number;
  standing: Standing[];
  /** Its webhooks of which no more are leased for now. */
  crowded: Set<string>;
}

/** A queue and the place in which it is drained. */
export interface Begun {
  queue: LeasedQueue;
  place: Place;
}

/**
 * Keeps hosts busy: behind the exchanges of a party with a host waits a line of leased queues, so that the next begins
 * when one ends. Where the line is long enough no more is leased, so that nobody's queues stand in the way of others'.
 */
export class DeliveryLines {
  private readonly lines = new Map<string, Line>();

  constructor(private readonly places: Places) {}

  /** Whether some webhooks are not leased for, because their line is long enough. */
  get areCrowded(): boolean {
    return [...this.lines.values()].some(({ crowded }) => crowded.size > 0);
  }

  /** How many queues may be leased now. */
  rooms(): LeaseRooms {
    const rooms = this.places.rooms();
    const crowded = [...this.lines.values()].flatMap((line) => [...line.crowded]);
    return { ...rooms, ofWebhook: new Map([...rooms.ofWebhook, ...crowded.map((id) => [id, 0] as const)]) };
  }

  /** @returns the place in which to begin with a queue that was just leased, or what to do without one */
  admit(queue: LeasedQueue): Place | 'inLine' | 'giveBack' {
    const place = this.places.take(queue);
    const line = this.lines.get(lineName(queue)) ?? { load: 0, standing: [], crowded: new Set() };
    if (place) {
      line.load++;
      this.lines.set(lineName(queue), line);
      return place;
    }
    if (line.load === 0) return 'giveBack';
    if (line.standing.length >= CONNECTIONS_PER_HOST) line.crowded.add(queue.webhookID);
    if (line.standing.length >= LONGEST_LINE) return 'giveBack';
    line.standing.push({ queue, sinceMs: Date.now() });
    return 'inLine';
  }

  /** An exchange has ended. @returns what to begin instead, and which queues to give back */
  leave({ queue, place }: Begun): { begin: Begun | undefined; giveBack: LeasedQueue[] } {
    place.release();
    const line = this.lines.get(lineName(queue));
    if (!line) throw new Error('an exchange ended that was not begun');
    line.load--;
    const given = line.standing.splice(0, tooLong(line.standing));
    const next = line.standing.shift();
    const nextPlace = next && this.places.take(next.queue);
    if (nextPlace) line.load++;
    else if (next) given.push(next);
    if (line.load === 0) given.push(...line.standing.splice(0));
    if (line.standing.length === 0) line.crowded.clear();
    if (line.load === 0) this.lines.delete(lineName(queue));
    const begin = next && nextPlace ? { queue: next.queue, place: nextPlace } : undefined;
    return { begin, giveBack: given.map((standing) => standing.queue) };
  }

  /** Takes everything out of line: the process stops. */
  clear(): LeasedQueue[] {
    return [...this.lines.values()].flatMap(({ standing }) => standing.splice(0).map(({ queue }) => queue));
  }
}

function lineName({ partyID, url }: LeasedQueue): string {
  return `${partyID} ${hostName(url)}`;
}

/** How many have stood in line too long: the first ones, because they came in their order. */
function tooLong(standing: readonly Standing[]): number {
  const latestMs = Date.now() - LONGEST_WAIT_MS;
  const firstInTime = standing.findIndex(({ sinceMs }) => sinceMs >= latestMs);
  return firstInTime < 0 ? standing.length : firstInTime;
}
