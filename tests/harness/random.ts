/** Pseudo-random numbers: one seed gives the same requests in the same order, independent of timing. */
export class Random {
  private state: number;

  constructor(private readonly seed: string | number) {
    this.state = hash(String(seed));
  }

  /** A separate stream, so that the draws of one part do not change those of others. */
  of(name: string | number): Random {
    return new Random(`${this.seed}/${name}`);
  }

  /** In [0, 1). Mulberry32. */
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
function hash(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
