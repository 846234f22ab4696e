/** Numbers that a seed decides: the same seed asks for the same things in the same order, whatever the machine does meanwhile. */
export class Random {
  private state: number;

  constructor(private readonly seed: string | number) {
    this.state = hashOf(String(seed));
  }

  /** A stream of its own, so that what one part draws moves nobody else's numbers. */
  of(name: string | number): Random {
    return new Random(`${this.seed}/${name}`);
  }

  /** From 0 up to, not including, 1. Mulberry32. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  int(least: number, max: number): number {
    return least + Math.floor(this.next() * (max - least + 1));
  }

  pick<T>(list: readonly T[]): T {
    return list[this.int(0, list.length - 1)] as T;
  }
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
