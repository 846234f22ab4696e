import type { Element, ElementContent, Nodes, Root, RootContent } from 'hast';
import { allText } from './read-structure';

/** Heights, in pixels, for which the style sheet has a reserved size. */
const HEIGHTS = [100, 200, 400, 700, 1100, 1600, 2300, 3300, 4800];
const LETTERS_A_LINE = 78;
const LINE_HEIGHT = 27;

/** The height of a large window plus a margin, because heights are estimates. */
const WINDOW_HEIGHT = 1100;
/** A row of pictures of a phone, with their names. */
const PICTURES_HEIGHT = 560;
/** Longer sections are split, so that laying out one does not block a slow phone. */
const MAX_PART_HEIGHT = 450;

/**
 * A rehype plugin that wraps sections of second- and third-level headings and splits long ones, so that the browser lays out
 * what is below the window on demand. This halves the rendering time of long pages. Sections outside the first window are
 * `later`, and `below` until the first paint.
 */
export function wrapSections() {
  return (tree: Root): void => {
    const children: RootContent[] = [];
    let section: Element | undefined;
    for (const node of tree.children) {
      if (node.type === 'element' && (node.tagName === 'h2' || node.tagName === 'h3')) {
        section = wrap('section', []);
        children.push(section);
      }
      if (section) section.children.push(node as ElementContent);
      else children.push(node);
    }
    let top = 0;
    for (const one of children) {
      if (one.type === 'element' && one.tagName === 'section') top = placeSection(one, top);
      else top += estimate(one);
    }
    tree.children = children;
  };
}

function placeSection(section: Element, top: number): number {
  const parts = getParts(section.children);
  if (parts.length > 1) section.children = parts;
  for (const box of parts.length > 1 ? parts : [section]) {
    const height = box.children.reduce((sum, node) => sum + estimate(node), 0);
    const reserved = HEIGHTS.find((known) => known >= height * 0.85) ?? HEIGHTS.at(-1) ?? 0;
    // Content of the first window has no reserved height, because an error would move what is below.
    if (top > WINDOW_HEIGHT) box.properties['className'] = ['later', `later-${reserved}`, 'below'];
    top += reserved;
  }
  return top;
}

/** Groups adjacent nodes up to the maximum height; a higher node is its own part. */
function getParts(nodes: ElementContent[]): Element[] {
  const parts: Element[] = [];
  let height = 0;
  for (const node of nodes) {
    const own = estimate(node);
    const isFull = own > 0 && height + own > MAX_PART_HEIGHT;
    if (parts.length === 0 || (isFull && !endsWithHeading(parts.at(-1)))) {
      parts.push(wrap('div', []));
      height = 0;
    }
    parts.at(-1)?.children.push(node);
    height += own;
  }
  return parts;
}

/** A heading must not be separated from its text. */
function endsWithHeading(part: Element | undefined): boolean {
  const last = part?.children.findLast(({ type }) => type === 'element');
  return last?.type === 'element' && /^h\d$/.test(last.tagName);
}

function wrap(tagName: string, children: ElementContent[]): Element {
  return { type: 'element', tagName, properties: {}, children };
}

function estimate(node: Nodes): number {
  if (node.type === 'text') return 0;
  if ('name' in node && node.name === 'Pictures') return PICTURES_HEIGHT;
  if (node.type !== 'element') return 120;
  const text = allText(node);
  switch (node.tagName) {
    case 'pre':
      return text.startsWith('sequenceDiagram')
        ? text.split('\n').length * 34 + 120
        : text.split('\n').length * 22 + 95;
    case 'ul':
    case 'ol':
      return node.children
        .filter(({ type }) => type === 'element')
        .reduce((sum, item) => sum + paragraph(allText(item)) + 8, 0);
    case 'table':
      return text.split(/\n+/).filter((line) => line.trim()).length * 24;
    default:
      return paragraph(text) + 16;
  }
}

function paragraph(text: string): number {
  return Math.ceil(text.length / LETTERS_A_LINE) * LINE_HEIGHT;
}
