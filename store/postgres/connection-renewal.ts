import type { Sequelize } from 'sequelize';

/** While a server takes no writes, connections to it are replaced this often. */
const MIN_RENEWAL_MS = 1_000;

/** Has pools replace connections that were opened before a moment: their server takes no writes, and the present one may be another. */
export class ConnectionRenewal {
  private readonly openedAtMs = new WeakMap<object, number>();
  private renewedAtMs = -Infinity;

  /** @param onRenewal runs at each renewal */
  constructor(private readonly onRenewal: () => void) {}

  track(sequelize: Sequelize): void {
    sequelize.addHook('afterConnect', (connection: unknown) => {
      this.openedAtMs.set(connection as object, performance.now());
    });
  }

  renew(): void {
    const now = performance.now();
    if (now - this.renewedAtMs < MIN_RENEWAL_MS) return;
    this.renewedAtMs = now;
    this.onRenewal();
  }

  /** Whether a pool may hand a connection out again. */
  readonly isUsable = (connection?: unknown): boolean => {
    const { _invalid: isInvalid, _ending: isEnding } = connection as { _invalid?: boolean; _ending?: boolean };
    return !isInvalid && !isEnding && (this.openedAtMs.get(connection as object) ?? Infinity) > this.renewedAtMs;
  };
}
