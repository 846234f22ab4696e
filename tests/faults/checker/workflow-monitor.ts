import type { CheckerViolation } from './evidence';

/** The monitor's sources; if one fails, the state is unknown. */
export interface Watched {
  /** Ids of the workflows of open entities. */
  open: () => Promise<readonly string[]>;
  isAlive: (workflowID: string) => Promise<boolean>;
  /** Whether a worker could start a workflow. */
  canRevive: () => Promise<boolean>;
  limitMs: number;
}

/**
 * Polls whether all open entities have workflows, also during faults. Counts only time in which database and Temporal
 * respond and a worker is ready.
 */
export class WorkflowMonitor {
  readonly violations: CheckerViolation[] = [];
  /** Time of each entity without a workflow. */
  private dead = new Map<string, number>();
  /** Entities open at the last poll; younger ones have time left. */
  private known: ReadonlySet<string> = new Set();
  private lastMs: number | undefined;

  constructor(private readonly watched: Watched) {}

  /** @param nowMs of a monotonic clock */
  async look(nowMs: number): Promise<void> {
    const dead = await this.deadNow().catch(() => undefined);
    const passedMs = this.lastMs === undefined ? 0 : nowMs - this.lastMs;
    this.lastMs = dead && nowMs;
    if (!dead) return;
    this.dead = new Map(
      dead.map((id) => {
        const before = this.dead.get(id);
        return [id, before === undefined ? 0 : before + passedMs];
      }),
    );
    for (const [id, ms] of this.dead) if (ms > this.watched.limitMs) this.addViolation(id);
  }

  /** Undefined if a restart was impossible. */
  private async deadNow(): Promise<string[] | undefined> {
    const { open, isAlive, canRevive } = this.watched;
    if (!(await canRevive())) return undefined;
    const before = await open();
    const old = before.filter((id) => this.known.has(id));
    this.known = new Set(before);
    const dead: string[] = [];
    for (const id of old) if (!(await isAlive(id))) dead.push(id);
    if (dead.length === 0) return [];
    // Skips entities that have ended since they were read.
    const still = new Set(await open());
    return (await canRevive()) ? dead.filter((id) => still.has(id)) : undefined;
  }

  private addViolation(where: string): void {
    if (this.violations.some((violation) => violation.where === where)) return;
    const found = `none for ${this.watched.limitMs / 1_000} s while a worker was ready`;
    this.violations.push({ rule: 'what is open has a live workflow', where, found });
  }
}
