import { Refusal } from '../../../domain/platform/errors/refusal';
import type { ReferenceData } from '../../../domain/merchants/reference-data/reference-data';

/** Refuses to block or unblock a recorded party or shop: an operator's command does so, with a reason and limits. @throws Refusal */
export function assertBlocksKept(next: ReferenceData, recorded: ReferenceData): void {
  const before = new Map(listBlocks(recorded));
  for (const [subject, isBlocked] of listBlocks(next)) {
    if (isBlocked === (before.get(subject) ?? isBlocked)) continue;
    const [type, id] = subject.split('/');
    const command = `holdfast ${type} ${isBlocked ? 'block' : 'unblock'} ${id}`;
    throw new Refusal('invalidRequest', `${subject}: blocked is changed by the command: ${command}`);
  }
}

/** Gives the parties and shops of a file the blocks that are on record. */
export function keepBlocks(next: ReferenceData, recorded: ReferenceData): ReferenceData {
  const before = new Map(listBlocks(recorded));
  const parties = next.parties.map((party) => ({
    ...party,
    isBlocked: before.get(`party/${party.id}`) ?? party.isBlocked,
    shops: party.shops.map((shop) => ({ ...shop, isBlocked: before.get(`shop/${shop.id}`) ?? shop.isBlocked })),
  }));
  return { ...next, parties };
}

function listBlocks({ parties }: ReferenceData): (readonly [subject: string, isBlocked: boolean])[] {
  return parties.flatMap((party) => [
    [`party/${party.id}`, party.isBlocked] as const,
    ...party.shops.map((shop) => [`shop/${shop.id}`, shop.isBlocked] as const),
  ]);
}
