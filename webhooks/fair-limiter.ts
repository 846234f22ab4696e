/**
 * Limits how many slots each party holds to half of those that the other parties leave: one party alone gets half of all, two a third each,
 * so a slot is always free for another party.
 */
export class FairLimiter {
  private readonly held = new Map<string, number>();
  private total = 0;

  /** @param maxPerParty limits a party however many slots are free */
  constructor(
    private readonly capacity: number,
    private readonly maxPerParty = capacity,
  ) {}

  get isUnused(): boolean {
    return this.total === 0;
  }

  get partyIDs(): string[] {
    return [...this.held.keys()];
  }

  /** How many more slots the party may take. */
  freeFor(partyID: string): number {
    const held = this.held.get(partyID) ?? 0;
    const free = this.capacity - this.total;
    return Math.max(0, Math.min(Math.ceil((free - held) / 2), this.maxPerParty - held));
  }

  /** Takes a slot, above the limit too: a delivery may become slow while it runs. */
  take(partyID: string): void {
    this.held.set(partyID, (this.held.get(partyID) ?? 0) + 1);
    this.total++;
  }

  release(partyID: string): void {
    const left = (this.held.get(partyID) ?? 0) - 1;
    if (left < 0) throw new Error('released a slot that was not taken');
    this.total--;
    if (left === 0) this.held.delete(partyID);
    else this.held.set(partyID, left);
  }
}
