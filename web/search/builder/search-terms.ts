import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { siteConfig } from '../../site.config';

export interface SearchTerms {
  /** Groups of synonyms in either language, separated by spaces, in any order. */
  readonly synonyms: readonly string[];
  /** Additional words by page path, weighted like the title. */
  readonly pages: Readonly<Record<string, string>>;
  /** Frequent questions and the places of their answers. */
  readonly questions: Readonly<Record<string, string>>;
}

/** The links of the search window before anything is typed. */
export interface SearchStart {
  readonly sections: readonly StartLink[];
  readonly questions: readonly StartLink[];
}

interface StartLink {
  readonly label: string;
  readonly path: string;
}

export async function readSearchTerms(contentFolder: string): Promise<SearchTerms> {
  const text = await readFile(join(contentFolder, 'search-terms.json'), 'utf8').catch(() => '{}');
  return { synonyms: [], pages: {}, questions: {}, ...(JSON.parse(text) as Partial<SearchTerms>) };
}

export async function readSearchStart(contentFolder: string): Promise<SearchStart> {
  const { questions } = await readSearchTerms(contentFolder);
  const { topics, specifications } = siteConfig;
  return {
    sections: [
      ...topics.map(({ title, path }) => ({ label: title, path })),
      ...specifications
        .filter(({ direction }) => direction === 'incoming')
        .map(({ title, route }) => ({ label: title, path: `/api/${route}` })),
    ],
    questions: Object.entries(questions).map(([label, path]) => ({ label, path })),
  };
}
