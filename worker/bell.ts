/** Wakes one who waits. A ring that comes before he waits is heard too, unless he has hushed the bell since. */
export class Bell {
  private hasRung = false;
  private wake: () => void = () => undefined;

  ring(): void {
    this.hasRung = true;
    this.wake();
  }

  /** Forgets earlier rings. */
  hush(): void {
    this.hasRung = false;
  }

  /** Resolves at the next ring, at the latest after so many milliseconds. */
  async within(ms: number): Promise<void> {
    if (this.hasRung) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
  }
}
