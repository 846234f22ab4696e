import { evaluate } from '@mdx-js/mdx';
import { createElement } from 'react';
import * as runtime from 'react/jsx-runtime';
import { renderToStaticMarkup } from 'react-dom/server';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkMdxFrontmatter from 'remark-mdx-frontmatter';
import { typeset } from '../app/site/typography';
import { createGuideComponents } from './components';
import type { Guide, Heading, Section } from './guide';
import type { GuideData } from './guide-data';
import { loadHighlight } from './highlight';
import { writeMarkdownTwin } from './markdown-twin';
import { prepareSource } from './prepare-source';
import { readStructure } from './read-structure';
import { typesetTree } from './typeset-tree';
import { wrapSections } from './wrap-sections';

interface Frontmatter {
  title?: string;
  description?: string;
  sidebar_label?: string;
  unlisted?: boolean;
  /** False: the search finds the page by title and description only, because the size of its index is limited. */
  searched?: boolean;
  updated?: string;
  checkout?: boolean;
}

export interface GuideSource {
  id: string;
  root: string;
  source: string;
  ids: string[];
  lastChange: string | undefined;
  data: GuideData;
}

/** Compiles one MDX file to HTML. Throws on a link to a missing Markdown file. */
export async function compileGuide(input: GuideSource): Promise<Guide> {
  const { id, root, data } = input;
  const highlight = await loadHighlight();
  const headings: Heading[] = [];
  const sections: Section[] = [];
  const source = resolveFileLinks(input);
  const page = await evaluate(prepareSource(source), {
    ...runtime,
    remarkPlugins: [remarkFrontmatter, remarkMdxFrontmatter, remarkGfm],
    // The search text is collected before typography changes its spaces.
    rehypePlugins: [[readStructure, { headings, sections, data }], typesetTree, wrapSections],
  }).catch((cause: unknown) => {
    throw new Error(`${id}.mdx: ${(cause as Error).message}`, { cause });
  });
  const frontmatter = (page['frontmatter'] ?? {}) as Frontmatter;
  const title = frontmatter.title ?? headings.find(({ depth }) => depth === 1)?.text ?? id;
  return {
    id,
    path: `${root}/${id}`,
    title,
    description: frontmatter.description ?? '',
    sidebarLabel: frontmatter.sidebar_label ?? title,
    isUnlisted: frontmatter.unlisted ?? false,
    updated: frontmatter.updated ?? input.lastChange,
    needsCheckout: frontmatter.checkout ?? false,
    html: renderToStaticMarkup(createElement(page.default, { components: createGuideComponents({ data, highlight }) })),
    headings: headings
      .filter(({ depth }) => depth === 2 || depth === 3)
      .map((heading) => ({ ...heading, text: typeset(heading.text) })),
    sections: frontmatter.searched === false ? [] : sections,
    markdown: writeMarkdownTwin({ title, description: frontmatter.description, source, data }),
  };
}

const FILE_LINK = /\]\((?!\w+:|\/|#)([^)\s]+?)\.mdx?(#[^)\s]*)?\)/g;

/** Turns links between files (`./checkout.mdx#anchor`) into links between pages. */
function resolveFileLinks({ id, root, source, ids }: GuideSource): string {
  return stayInVersion({ root, ids, source }).replace(FILE_LINK, (_match, file: string, hash = '') => {
    const target = new URL(file, `file:///${id}`).pathname.slice(1);
    if (!ids.includes(target)) throw new Error(`${id}.mdx: the link to ${file}.mdx leads to no file`);
    return `](${root}/${target}${hash})`;
  });
}

/** Links `/docs/intro` in an older version to that version's page, if it exists. */
function stayInVersion({ root, ids, source }: Pick<GuideSource, 'root' | 'ids' | 'source'>): string {
  if (root === '/docs') return source;
  return source.replace(/\]\(\/docs\/([^)\s#]+)/g, (link, id: string) => (ids.includes(id) ? `](${root}/${id}` : link));
}
