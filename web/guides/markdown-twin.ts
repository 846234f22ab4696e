import type { GuideData, Machine } from './guide-data';
import { href } from '../app/site/href';
import { postmanCollections } from './postman-collections';
import { testCardRows } from './test-cards';

const FRONTMATTER = /^---\n[\s\S]*?\n---\n/;
const ADMONITION = /^:::(note|tip|info|warning|danger|caution)\s*(?:\[(.*)\]|(.*))\n([\s\S]*?)\n:::[^\S\n]*$/gm;

/** What opens a block of code, and what is said of it: its title, and how it is tested. */
const FENCE_INFO = /^([^\n`]*)(```\w+)[^\S\n]*([^\n]*)$/gm;

/** The `.md` twin of a page: the same text as plain Markdown, with components written out. */
export function writeMarkdownTwin(input: {
  title: string;
  description: string | undefined;
  source: string;
  data: GuideData;
}): string {
  const { title, description, source, data } = input;
  const body = source
    .replace(FRONTMATTER, '')
    .replace(ADMONITION, (_match, _kind, label: string | undefined, plain: string | undefined, text: string) =>
      quote(label ?? plain ?? '', text),
    )
    .replace(/<StateDiagram\s+machine="([^"]+)"\s*\/>/g, (_match, name: string) => listTransitions(data.machines[name]))
    .replace(/<CheckoutDemo\s*\/>\n*/g, '')
    .replace(/<TestCards\s*\/>/g, () => testCardTable(data))
    .replace(/<PostmanLinks\s*\/>/g, () =>
      postmanCollections()
        .map(({ path, title: name }) => `- [${name}](${path})`)
        .join('\n'),
    )
    .replaceAll('](/', `](${href('/')}`)
    .replace(/<span id="[^"]*"\s*\/>/g, '')
    .replace(FENCE_INFO, (_match, indent: string, fence: string, info: string) => nameFence(indent, fence, info))
    .trim();
  const heading = body.startsWith('# ') ? '' : `# ${title}\n\n`;
  return `${heading}${description ? `> ${description}\n\n` : ''}${body}\n`;
}

/** A block's title is a line of its own above it: a file that is not named cannot be saved. */
function nameFence(indent: string, fence: string, info: string): string {
  const title = /title="([^"]*)"/.exec(info)?.[1];
  return title ? `${indent}**${title}**\n${indent.trimEnd()}\n${indent}${fence}` : indent + fence;
}

function quote(label: string, text: string): string {
  const title = label.trim() ? `> **${label.trim()}**\n>\n` : '';
  return title + text.trim().split('\n').map((line) => `> ${line}`.trimEnd()).join('\n'); // prettier-ignore
}

function listTransitions(machine: Machine | undefined): string {
  if (!machine) return '';
  const lines = machine.transitions.map(({ from, to, event }) => `- ${from} → ${to}${event ? `: ${event}` : ''}`);
  return [`- начало: ${machine.initial}`, ...lines].join('\n');
}

function testCardTable(data: GuideData): string {
  const rows = testCardRows(data.testCards);
  const head = '| Номер карты | Платёжная система | Результат |\n| --- | --- | --- |';
  return [head, ...rows.map(({ number, brand, outcome }) => `| ${number} | ${brand} | ${outcome} |`)].join('\n');
}
