import type { Element, ElementContent, Nodes, Root, RootContent } from 'hast';

/** Heights that the style sheet knows, in pixels: what a browser reserves for a section that it has not laid out yet. */
const HEIGHTS = [100, 200, 400, 700, 1100, 1600, 2300, 3300, 4800];
const LETTERS_A_LINE = 78;
const LINE = 27;

/** The height of a large window: what begins further down is not seen at first. */
const WINDOW = 1000;

/**
 * A rehype plugin: puts each heading of the second and third level with what follows it into a section, so that the
 * browser can leave sections below the window until the reader comes near. That halves the work of showing a long page.
 * Sections that no window shows at first are marked `below`: they wait until the window has been painted.
 */
export function wrapSections() {
  return (tree: Root): void => {
    const children: RootContent[] = [];
    let section: Element | undefined;
    for (const node of tree.children) {
      if (node.type === 'element' && (node.tagName === 'h2' || node.tagName === 'h3')) {
        section = { type: 'element', tagName: 'section', properties: {}, children: [] };
        children.push(section);
      }
      if (section) section.children.push(node as ElementContent);
      else children.push(node);
    }
    let top = 0;
    for (const one of children) {
      const isSection = one.type === 'element' && one.tagName === 'section';
      const height = isSection ? heightOf(one) : estimate(one);
      if (isSection) one.properties['className'] = [`later-${height}`, ...(top > WINDOW ? ['below'] : [])];
      top += height;
    }
    tree.children = children;
  };
}

function heightOf(section: Element): number {
  const height = section.children.reduce((sum, node) => sum + estimate(node), 0);
  return HEIGHTS.find((known) => known >= height * 0.85) ?? HEIGHTS.at(-1) ?? 0;
}

function estimate(node: Nodes): number {
  if (node.type === 'text') return 0;
  if (node.type !== 'element') return 120;
  const text = textOf(node);
  switch (node.tagName) {
    case 'pre':
      return text.startsWith('sequenceDiagram')
        ? text.split('\n').length * 34 + 120
        : text.split('\n').length * 22 + 60;
    case 'ul':
    case 'ol':
      return node.children
        .filter(({ type }) => type === 'element')
        .reduce((sum, item) => sum + paragraph(textOf(item)) + 8, 0);
    case 'table':
      return text.split(/\n+/).filter((line) => line.trim()).length * 24;
    default:
      return paragraph(text) + 16;
  }
}

function paragraph(text: string): number {
  return Math.ceil(text.length / LETTERS_A_LINE) * LINE;
}

function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map((child) => textOf(child as Nodes)).join('') : '';
}
