import type { Pool } from 'pg';
import type { CallbackSender } from './callbacks/callback-sender';
import { decideInteraction, expireInteractions } from './database/interactions.record';
import { findOperation } from './database/operations.record';

/** Decides and expires interactions. */
export class SandboxPayers {
  constructor(
    private readonly pool: Pool,
    private readonly callbacks: CallbackSender,
  ) {}

  /** Confirms or refuses as the payer; returns whether it decided the operation. */
  async decide(operationID: string, decision: 'confirm' | 'refuse'): Promise<boolean> {
    const operation = await findOperation(this.pool, operationID);
    if (operation?.status !== 'interactionRequired' || operation.scenario?.isNeverCompleted) return false;
    const failure = decision === 'refuse' ? 'preauthorization_failed:unknown' : operation.scenario?.failure;
    const decided = await decideInteraction(this.pool, { operationID, ...(failure && { failure }) });
    this.callbacks.wake();
    return decided !== undefined;
  }

  /** Expires overdue interactions. */
  async expire(now: Date): Promise<number> {
    const expired = await expireInteractions(this.pool, now);
    if (expired.length > 0) this.callbacks.wake();
    return expired.length;
  }
}
