/** Possible stems of a word: as noun or adjective, as verb, and of derived words. */
export interface WordForms {
  readonly nominal: ReadonlySet<string>;
  readonly verbal: ReadonlySet<string>;
  readonly roots: ReadonlySet<string>;
}

/** `form`: forms of one word. `kin`: words of one root, such as оплата and оплатить. */
export type Kinship = 'form' | 'kin' | 'none';

export function stemRelation(a: WordForms, b: WordForms): Kinship {
  if (meet(a.nominal, b.nominal) || meet(a.verbal, b.verbal)) return 'form';
  return meet(a.roots, b.roots) ? 'kin' : 'none';
}

function meet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const stem of a) if (b.has(stem)) return true;
  return false;
}
