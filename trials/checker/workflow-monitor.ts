import type { Violation } from './evidence';

/** What a watch asks; where one gives no answer, nothing is known at that moment. */
export interface Watched {
  /** The ids of the workflows that must live, by what is open now. */
  open: () => Promise<readonly string[]>;
  isAlive: (workflowID: string) => Promise<boolean>;
  /** Whether somebody is there who could start a workflow. */
  canRevive: () => Promise<boolean>;
  limitMs: number;
}

/**
 * Looks again and again, also while something is broken, whether all that is open has a live workflow. Only the time counts in which
 * the record and the engine answer and a worker is ready: nobody can start anything in any other.
 */
export class WorkflowMonitor {
  readonly violations: Violation[] = [];
  /** For how long each has been without a workflow. */
  private dead = new Map<string, number>();
  /** What was open at the last look: who is younger than that has not had its time. */
  private known: ReadonlySet<string> = new Set();
  private lastMs: number | undefined;

  constructor(private readonly watched: Watched) {}

  /** @param nowMs of a clock that only goes on */
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

  /** Undefined where nobody could have started one. */
  private async deadNow(): Promise<string[] | undefined> {
    const { open, isAlive, canRevive } = this.watched;
    if (!(await canRevive())) return undefined;
    const before = await open();
    const old = before.filter((id) => this.known.has(id));
    this.known = new Set(before);
    const dead: string[] = [];
    for (const id of old) if (!(await isAlive(id))) dead.push(id);
    if (dead.length === 0) return [];
    // What has ended since it was read needs no workflow any more.
    const still = new Set(await open());
    return (await canRevive()) ? dead.filter((id) => still.has(id)) : undefined;
  }

  private addViolation(where: string): void {
    if (this.violations.some((violation) => violation.where === where)) return;
    const found = `none for ${this.watched.limitMs / 1_000} s while a worker was ready`;
    this.violations.push({ rule: 'what is open has a live workflow', where, found });
  }
}
