import type { Logger } from '../runtime/logger';
import type { Store } from '../store/store';
import { feedReplays } from '../store/webhook/replay.feed';

/** How often a worker asks whether something is to be sent again. */
const IDLE_MS = 500;
/** Between two portions: what was put back has then mostly been sent, and made room. */
const BUSY_MS = 25;

/** Puts back what operators have sent again, a few subjects at a time. Several workers share it. */
export class ReplayFeeder {
  private isStopped = false;
  private wake: () => void = () => undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: Store,
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.running = this.loop();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.wake();
    await this.running;
  }

  private async loop(): Promise<void> {
    while (!this.isStopped) {
      const fedCount = await this.feed();
      await this.pause(fedCount > 0 ? BUSY_MS : IDLE_MS);
    }
  }

  private async feed(): Promise<number> {
    try {
      return await feedReplays(this.store);
    } catch (error) {
      this.logger.error({ err: error }, 'deliveries: a replay does not go on');
      return 0;
    }
  }

  private async pause(durationMs: number): Promise<void> {
    if (this.isStopped) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      timer = setTimeout(resolve, durationMs);
    });
    clearTimeout(timer);
  }
}
