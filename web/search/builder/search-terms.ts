import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What authors of guides say about the words that readers search with: `search-terms.json` among the content. */
export interface SearchTerms {
  /** Words for one thing, in either language, with a space between; the first of a group is not better than the others. */
  readonly synonyms: readonly string[];
  /** By the path of a page, further words that it is found by as if they stood in its title. */
  readonly pages: Readonly<Record<string, string>>;
}

export async function readSearchTerms(contentFolder: string): Promise<SearchTerms> {
  const text = await readFile(join(contentFolder, 'search-terms.json'), 'utf8').catch(() => '{}');
  return { synonyms: [], pages: {}, ...(JSON.parse(text) as Partial<SearchTerms>) };
}
