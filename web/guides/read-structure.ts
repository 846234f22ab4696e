import type { Element, Nodes, Root, RootContent } from 'hast';
import { ADMONITION_TITLES } from './admonition-titles';
import { componentText } from './component-text';
import type { Heading, Section } from './guide';
import type { GuideData } from './guide-data';
import { createHeadingIds } from './heading-ids';

interface Structure {
  headings: Heading[];
  sections: Section[];
  data: GuideData;
}

const EXPLICIT_ID = /\s*\\?\{#([\w-]+)\\?\}\s*$/;

/** A rehype plugin that sets heading ids, keeps code info strings and collects search data. */
export function readStructure({ headings, sections, data }: Structure) {
  const idOf = createHeadingIds();
  return (tree: Root): void => {
    let section: Section = { id: '', heading: '', text: '', code: '' };
    sections.push(section);
    for (const node of tree.children) {
      const depth = headingDepth(node);
      if (depth) {
        const heading = nameHeading(node as Element, depth, idOf);
        headings.push(heading);
        if (depth <= 3) {
          section = { id: depth === 1 ? '' : heading.id, heading: heading.text, text: '', code: '' };
          sections.push(section);
          continue;
        }
      }
      section.text = `${section.text} ${getComponentText(node, data)} ${formatText(node)}`.replace(/\s+/g, ' ').trim();
      section.code = `${section.code} ${getCode(node)}`.trim();
      keepCodeMeta(node);
    }
  };
}

function headingDepth(node: RootContent): number | undefined {
  const match = node.type === 'element' ? /^h([1-6])$/.exec(node.tagName) : null;
  return match ? Number(match[1]) : undefined;
}

function nameHeading(node: Element, depth: number, idOf: (text: string) => string): Heading {
  const last = node.children.at(-1);
  const explicit = last?.type === 'text' ? EXPLICIT_ID.exec(last.value)?.[1] : undefined;
  if (explicit && last?.type === 'text') last.value = last.value.replace(EXPLICIT_ID, '');
  const text = formatText(node).trim();
  const id = explicit ?? idOf(text);
  node.properties['id'] = id;
  return { depth, id, text };
}

/** Returns the text that a component adds to its children: a title, or the rows of a table. */
function getComponentText(node: Nodes, data: GuideData): string {
  if ((node.type as string) !== 'mdxJsxFlowElement') return '';
  const { name, attributes } = node as unknown as MdxElement;
  const values = Object.fromEntries(attributes.map(({ name: key, value }) => [key, attributeText(value)]));
  if (name === 'Admonition') return `${values['title'] ?? ADMONITION_TITLES[values['kind'] ?? ''] ?? ''}. `;
  return componentText(name ?? '', values, data);
}

interface MdxElement {
  name: string | null;
  attributes: { name: string; value?: string | { value: string } | null }[];
}

/** Parses `title={"…"}`, whose expression is JSON. */
function attributeText(value: MdxElement['attributes'][number]['value']): string {
  return typeof value === 'object' && value !== null ? String(JSON.parse(value.value)) : (value ?? '');
}

/** Returns a node's visible text without code, diagrams and expressions; blocks are separated by spaces. */
function formatText(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (isCode(node)) return '';
  if (!('children' in node)) return '';
  const text = node.children.map((child) => formatText(child as Nodes)).join('');
  return node.type === 'element' && !INLINE.has(node.tagName) ? `${text} ` : text;
}

function getCode(node: Nodes): string {
  if (isCode(node)) return isDiagram(node) ? '' : allText(node);
  return 'children' in node ? node.children.map((child) => getCode(child as Nodes)).join(' ') : '';
}

/** The whole text of a node. */
export function allText(node: Nodes): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map((child) => allText(child as Nodes)).join('') : '';
}

function isCode(node: Nodes): boolean {
  return node.type === 'element' && node.tagName === 'pre';
}

const INLINE = new Set(['a', 'code', 'em', 'strong', 'del', 'span', 'b', 'i', 'sup', 'sub', 'kbd']);

function isDiagram(pre: Nodes): boolean {
  const code = 'children' in pre ? pre.children[0] : undefined;
  return code?.type === 'element' && String(code.properties['className']).includes('language-mermaid');
}

/** Stores the info string after the language (`title="…"`) as a property for the component. */
function keepCodeMeta(node: Nodes): void {
  if (node.type === 'element' && node.tagName === 'code') {
    const meta = (node.data as { meta?: string } | undefined)?.meta;
    if (meta) node.properties['metastring'] = meta;
  }
  if ('children' in node) for (const child of node.children) keepCodeMeta(child);
}
