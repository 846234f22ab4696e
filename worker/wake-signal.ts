/** Wakes a waiting loop. A notification sent before `wait` is not lost, unless `reset` came after it. */
export class WakeSignal {
  private isNotified = false;
  private wake: () => void = () => undefined;

  notify(): void {
    this.isNotified = true;
    this.wake();
  }

  reset(): void {
    this.isNotified = false;
  }

  /** Resolves at the next notification or after `timeoutMs`. */
  async wait(timeoutMs: number): Promise<void> {
    if (this.isNotified) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      timer = setTimeout(resolve, timeoutMs);
    });
    clearTimeout(timer);
  }
}
