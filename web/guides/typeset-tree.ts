import type { Element, ElementContent, Root, Text } from 'hast';
import { identifierPieces, typeset, UNBROKEN_NAME } from '../app/site/typography';

const SKIPPED_TAGS = new Set(['pre', 'svg', 'script', 'style']);

/** A rehype plugin that adds non-breaking spaces to prose and line breaks to long identifiers. */
export function typesetTree() {
  return (tree: Root): void => {
    tree.children = tree.children.flatMap((node) => typesetNode(node as ElementContent));
  };
}

function typesetNode(node: ElementContent): ElementContent[] {
  if (node.type === 'text') return typesetText(node);
  if (!('children' in node)) return [node];
  if (node.type === 'element' && SKIPPED_TAGS.has(node.tagName)) return [node];
  const isCode = node.type === 'element' && node.tagName === 'code';
  node.children = node.children.flatMap((child) => (isCode ? breakCode(child) : typesetNode(child)));
  return [node];
}

function typesetText({ value }: Text): ElementContent[] {
  const text = typeset(value);
  const pieces: ElementContent[] = [];
  let end = 0;
  for (const { 0: name, index } of text.matchAll(UNBROKEN_NAME)) {
    pieces.push({ type: 'text', value: text.slice(end, index) }, unbroken(name));
    end = index + name.length;
  }
  pieces.push({ type: 'text', value: text.slice(end) });
  return pieces.filter((piece) => piece.type !== 'text' || piece.value !== '');
}

function unbroken(value: string): Element {
  const children = [{ type: 'text' as const, value }];
  return { type: 'element', tagName: 'span', properties: { className: ['nowrap'] }, children };
}

function breakCode(node: ElementContent): ElementContent[] {
  if (node.type !== 'text') return [node];
  const wbr = (): Element => ({ type: 'element', tagName: 'wbr', properties: {}, children: [] });
  return identifierPieces(node.value).flatMap((value, index) => [
    ...(index > 0 ? [wbr()] : []),
    { type: 'text' as const, value },
  ]);
}
