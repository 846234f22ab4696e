import type { ReferenceData } from '../../domain/reference-data/reference-data';

/** Keeps the blocks of recorded parties and shops: only an operator's command blocks and unblocks, with a reason. */
export function keepBlocks(next: ReferenceData, recorded: ReferenceData): ReferenceData {
  const parties = new Map(recorded.parties.map(({ id, isBlocked }) => [id, isBlocked]));
  const shops = new Map(recorded.parties.flatMap((party) => party.shops).map(({ id, isBlocked }) => [id, isBlocked]));
  return {
    ...next,
    parties: next.parties.map((party) => ({
      ...party,
      isBlocked: parties.get(party.id) ?? party.isBlocked,
      shops: party.shops.map((shop) => ({ ...shop, isBlocked: shops.get(shop.id) ?? shop.isBlocked })),
    })),
  };
}
