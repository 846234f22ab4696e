/** Possible stems of a word: as noun or adjective, as verb, and of derived words. */
export interface WordForms {
  readonly nominal: ReadonlySet<string>;
  readonly verbal: ReadonlySet<string>;
  readonly roots: ReadonlySet<string>;
}

/** `form`: forms of one word. `kin`: words of one root, such as оплата and оплатить. */
export type StemRelation = 'form' | 'kin' | 'none';

export function stemRelation(a: WordForms, b: WordForms): StemRelation {
  if (intersects(a.nominal, b.nominal) || intersects(a.verbal, b.verbal)) return 'form';
  return intersects(a.roots, b.roots) ? 'kin' : 'none';
}

function intersects(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const stem of a) if (b.has(stem)) return true;
  return false;
}
