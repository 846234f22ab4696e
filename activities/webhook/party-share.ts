/**
 * Shares places among parties: each may take as many as are still free, so that whoever comes later always finds some.
 * One party alone has half of all, two have a third each, and nobody has to be put out for another.
 */
export class PartyShare {
  private readonly held = new Map<string, number>();
  private total = 0;

  /** @param most a party's places, however many are free */
  constructor(
    private readonly capacity: number,
    private readonly most = capacity,
  ) {}

  get isUnused(): boolean {
    return this.total === 0;
  }

  /** How many places the party may still take. */
  roomOf(partyID: string): number {
    const held = this.held.get(partyID) ?? 0;
    const free = this.capacity - this.total;
    return Math.max(0, Math.min(Math.ceil((free - held) / 2), this.most - held));
  }

  /** Those that hold places. */
  get partyIDs(): string[] {
    return [...this.held.keys()];
  }

  /** @returns whether the party had room for one more */
  take(partyID: string): boolean {
    if (this.roomOf(partyID) === 0) return false;
    this.held.set(partyID, (this.held.get(partyID) ?? 0) + 1);
    this.total++;
    return true;
  }

  release(partyID: string): void {
    const left = (this.held.get(partyID) ?? 0) - 1;
    if (left < 0) throw new Error('a place was released that nobody held');
    this.total--;
    if (left === 0) this.held.delete(partyID);
    else this.held.set(partyID, left);
  }
}
