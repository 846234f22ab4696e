/**
 * Limits how many slots each party holds: as many as are still free, so that whoever comes later always finds some.
 * One party alone has half of all, two have a third each, and nobody has to be put out for another.
 */
export class PerPartyLimiter {
  private readonly held = new Map<string, number>();
  private total = 0;

  /** @param max a party's slots, however many are free */
  constructor(
    private readonly capacity: number,
    private readonly max = capacity,
  ) {}

  get isUnused(): boolean {
    return this.total === 0;
  }

  /** How many slots the party may still take. */
  freeFor(partyID: string): number {
    const held = this.held.get(partyID) ?? 0;
    const free = this.capacity - this.total;
    return Math.max(0, Math.min(Math.ceil((free - held) / 2), this.max - held));
  }

  /** Those that hold slots. */
  get partyIDs(): string[] {
    return [...this.held.keys()];
  }

  /** @returns whether the party was allowed one more */
  take(partyID: string): boolean {
    if (this.freeFor(partyID) === 0) return false;
    this.held.set(partyID, (this.held.get(partyID) ?? 0) + 1);
    this.total++;
    return true;
  }

  release(partyID: string): void {
    const left = (this.held.get(partyID) ?? 0) - 1;
    if (left < 0) throw new Error('a slot was released that nobody held');
    this.total--;
    if (left === 0) this.held.delete(partyID);
    else this.held.set(partyID, left);
  }
}
