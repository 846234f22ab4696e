/** The languages of the checkout; the first is the default. */
export const LANGUAGES = ['ru', 'en', 'kk'] as const;

export type Language = (typeof LANGUAGES)[number];

/** Returns the language that the shop requested, or else the first supported language of the browser. */
export function chooseLanguage(requested: string | undefined, preferred: readonly string[]): Language {
  const wanted = [...(requested && requested !== 'auto' ? [requested] : []), ...preferred];
  const known = wanted.map((tag) => LANGUAGES.find((language) => tag.toLowerCase().split('-')[0] === language));
  return known.find((language) => language !== undefined) ?? LANGUAGES[0];
}
