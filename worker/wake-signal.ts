/** Wakes one who waits. A ring that comes before he waits is heard too, unless he has hushed the bell since. */
export class WakeSignal {
  private isNotified = false;
  private wake: () => void = () => undefined;

  notify(): void {
    this.isNotified = true;
    this.wake();
  }

  /** Forgets earlier rings. */
  reset(): void {
    this.isNotified = false;
  }

  /** Resolves at the next ring, at the latest after so many milliseconds. */
  async wait(ms: number): Promise<void> {
    if (this.isNotified) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
  }
}
