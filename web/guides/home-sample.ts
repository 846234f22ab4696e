import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { siteConfig, type HomeSampleSource } from '../site.config';
import { loadHighlight } from './highlight';
import { contentFolder } from './source-folders';

export interface HomeSample {
  language: string;
  title: string | undefined;
  html: string;
}

const FENCE = /^```(\w+)[ \t]*(.*)\n([\s\S]*?)^```[ \t]*$/gm;

/** The last lines of a request, which keep parts of the answer for the requests after it. */
const READING_OF_ANSWER = /(?:^export \w+=\$\(jq .*\n)+$/m;

export async function readHomeSample(): Promise<HomeSample[]> {
  // Optional in another provider's configuration.
  const wanted: HomeSampleSource | undefined = siteConfig.homeSample;
  if (!wanted) return [];
  const { version, guide, name } = wanted;
  const source = await readFile(join(contentFolder, version, 'docs', `${guide}.mdx`), 'utf8').catch(() => '');
  const fences = [...source.matchAll(FENCE)].filter(([, , info = '']) =>
    [`run="${name}"`, `response="${name}"`].some((mark) => info.includes(mark)),
  );
  if (fences.length === 0) return [];
  const highlight = await loadHighlight();
  return fences.map(([, language = '', info = '', code = '']) => ({
    language,
    title: /title="([^"]*)"/.exec(info)?.[1],
    html: highlight(code.replace(READING_OF_ANSWER, '').trimEnd(), language),
  }));
}
