import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface SearchTerms {
  /** Groups of synonyms in either language, separated by spaces, in any order. */
  readonly synonyms: readonly string[];
  /** Additional words by page path, weighted like the title. */
  readonly pages: Readonly<Record<string, string>>;
}

export async function readSearchTerms(contentFolder: string): Promise<SearchTerms> {
  const text = await readFile(join(contentFolder, 'search-terms.json'), 'utf8').catch(() => '{}');
  return { synonyms: [], pages: {}, ...(JSON.parse(text) as Partial<SearchTerms>) };
}
