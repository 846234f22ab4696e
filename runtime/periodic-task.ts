interface PeriodicTaskOptions {
  /** One run. Returns how many milliseconds to wait before the next; 0 runs again immediately. */
  run: () => Promise<number>;
  onError: (error: unknown) => void;
  /** The wait after a run that failed. */
  retryAfterMs: number;
}

/** Runs one task repeatedly until it is stopped, one run at a time; `notify` ends the wait. */
export class PeriodicTask {
  private isStopped = false;
  private isNotified = false;
  private endWait: () => void = () => undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly options: PeriodicTaskOptions) {}

  start(): void {
    this.running = this.loop();
  }

  /** Runs the task now, or again after the run in progress. */
  notify(): void {
    this.isNotified = true;
    this.endWait();
  }

  /** Resolves when the run in progress has ended. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.endWait();
    await this.running;
  }

  private async loop(): Promise<void> {
    const { run, onError, retryAfterMs } = this.options;
    while (!this.isStopped) {
      this.isNotified = false;
      const waitMs = await run().catch((error: unknown) => {
        onError(error);
        return retryAfterMs;
      });
      if (waitMs > 0 && !this.isNotified && !this.isStopped) await this.wait(waitMs);
    }
  }

  private async wait(waitMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.endWait = resolve;
      timer = setTimeout(resolve, waitMs);
    });
    clearTimeout(timer);
  }
}
