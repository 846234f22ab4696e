import { href } from '../app/site/href';
import { ADMONITION_TITLES } from './admonition-titles';
import { componentMarkdown } from './component-text';
import type { GuideData } from './guide-data';
import { rewriteLines } from './prepare-source';

const FRONTMATTER = /^---\n[\s\S]*?\n---\n/;
const COMPONENT =
  /<(StateDiagram|TestCards|Pictures|PostmanLinks|CheckoutDemo|QuickStart|SignatureChecks)\b([^>]*?)\s*\/>/g;

/** The fence of a code block with its title and test marks. */
const FENCE_INFO = /^([^\n`]*)(```\w+)[^\S\n]*([^\n]*)$/gm;

export function writeMarkdownTwin(input: {
  title: string;
  description: string | undefined;
  source: string;
  data: GuideData;
}): string {
  const { title, description, source, data } = input;
  const body = quoteAdmonitions(source.replace(FRONTMATTER, ''))
    .replace(COMPONENT, (_match, name: string, attributes: string) =>
      componentMarkdown(name, readAttributes(attributes), data),
    )
    .replaceAll('](/', `](${href('/')}`)
    .replace(/<span id="[^"]*"\s*\/>/g, '')
    .replace(FENCE_INFO, (_match, indent: string, fence: string, info: string) => nameFence(indent, fence, info))
    .trim();
  const heading = body.startsWith('# ') ? '' : `# ${title}\n\n`;
  return `${heading}${description ? `> ${description}\n\n` : ''}${body}\n`;
}

function nameFence(indent: string, fence: string, info: string): string {
  const title = /title="([^"]*)"/.exec(info)?.[1];
  return title ? `${indent}**${title}**\n${indent.trimEnd()}\n${indent}${fence}` : indent + fence;
}

function readAttributes(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]));
}

function quoteAdmonitions(source: string): string {
  return rewriteLines(source, {
    open: (kind, title) => `> **${title || ADMONITION_TITLES[kind]}**\n>`,
    close: () => undefined,
    line: (text, { isInAdmonition }) => (isInAdmonition ? `> ${text}`.trimEnd() : text),
  });
}
