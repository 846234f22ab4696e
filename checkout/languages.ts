/** The languages that the checkout has texts in; the first is spoken to whoever has none of them. */
export const LANGUAGES = ['ru', 'en', 'kk'] as const;

export type Language = (typeof LANGUAGES)[number];

/** What the shop has asked for, or else the first of the browser's languages that there are texts in. */
export function chooseLanguage(asked: string | undefined, preferred: readonly string[]): Language {
  const wanted = [...(asked && asked !== 'auto' ? [asked] : []), ...preferred];
  const known = wanted.map((tag) => LANGUAGES.find((language) => tag.toLowerCase().split('-')[0] === language));
  return known.find((language) => language !== undefined) ?? LANGUAGES[0];
}
