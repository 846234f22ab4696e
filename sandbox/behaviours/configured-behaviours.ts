import type { Pool } from 'pg';
import { z } from 'zod';
import { behaviour, OPERATION_KINDS, type Behaviour, type CallKind } from './behaviour';

const match = z.object({
  kinds: z
    .array(z.enum([...OPERATION_KINDS, 'lookUp']))
    .min(1)
    .optional(),
  operationIDPrefix: z.string().max(200).optional(),
  amount: z.int().min(0).optional(),
});

/** The body of `POST /behaviours`: the calls, their behaviour, and how many of them (all if `times` is absent). */
export const behaviourRequest = z.object({
  match: match.default({}),
  behaviour,
  times: z.int().min(1).max(1_000_000).optional(),
});

export type BehaviourRequest = z.output<typeof behaviourRequest>;

/** An active behaviour with its remaining calls. */
export interface ConfiguredBehaviour {
  id: number;
  match: BehaviourRequest['match'];
  behaviour: Behaviour;
  timesLeft: number | null;
}

/** A call to match. */
export interface Call {
  kind: CallKind;
  operationID: string;
  amount?: bigint;
}

/**
 * Behaviours configured at run time. They are stored and survive a restart; a copy in memory avoids queries while there are
 * none.
 */
export class ConfiguredBehaviours {
  private orders: ConfiguredBehaviour[] = [];

  constructor(private readonly pool: Pool) {}

  /** Loads the active behaviours. */
  async load(): Promise<ConfiguredBehaviour[]> {
    const { rows } = await this.pool.query<ConfiguredBehaviour & { id: string }>(
      'SELECT id, match, behaviour, times_left AS "timesLeft" FROM behaviours WHERE times_left IS DISTINCT FROM 0 ORDER BY id',
    );
    this.orders = rows.map((row) => ({ ...row, id: Number(row.id) }));
    return this.orders;
  }

  async add(order: BehaviourRequest): Promise<number> {
    const { rows } = await this.pool.query<{ id: string }>(
      'INSERT INTO behaviours (match, behaviour, times_left) VALUES ($1, $2, $3) RETURNING id',
      [JSON.stringify(order.match), JSON.stringify(order.behaviour), order.times ?? null],
    );
    await this.load();
    return Number(rows[0]?.id);
  }

  /** Removes one behaviour, or all. */
  async remove(id?: number): Promise<void> {
    await this.pool.query('DELETE FROM behaviours WHERE $1::bigint IS NULL OR id = $1', [id ?? null]);
    await this.load();
  }

  /** Returns the oldest matching behaviour with remaining calls. */
  async take(call: Call): Promise<Behaviour | undefined> {
    for (const order of this.orders.filter((candidate) => isMatch(candidate.match, call))) {
      if (await this.spend(order)) return order.behaviour;
    }
    return undefined;
  }

  private async spend(order: ConfiguredBehaviour): Promise<boolean> {
    if (order.timesLeft === null) return true;
    const { rows } = await this.pool.query<{ times_left: number }>(
      'UPDATE behaviours SET times_left = times_left - 1 WHERE id = $1 AND times_left > 0 RETURNING times_left',
      [order.id],
    );
    const left = rows[0]?.times_left;
    if (!left) this.orders = this.orders.filter(({ id }) => id !== order.id);
    return left !== undefined;
  }
}

function isMatch(wanted: ConfiguredBehaviour['match'], call: Call): boolean {
  if (wanted.kinds && !wanted.kinds.includes(call.kind)) return false;
  if (wanted.operationIDPrefix !== undefined && !call.operationID.startsWith(wanted.operationIDPrefix)) return false;
  return wanted.amount === undefined || call.amount === BigInt(wanted.amount);
}
