import { escapeHtml } from '../prose';
import type { SampleSyntax } from './write-request';

// Generated samples use a small part of each language, so that a few patterns suffice and the server needs no
// grammars. The class names are those of the guides.
const PATTERNS: Record<SampleSyntax, [name: string, pattern: string][]> = {
  json: [
    ['k', '"(?:[^"\\\\]|\\\\.)*"(?=\\s*:)'],
    ['s', '"(?:[^"\\\\]|\\\\.)*"'],
    ['c', '\\b(?:true|false|null)\\b|-?\\b\\d[\\d.]*'],
  ],
  bash: [
    ['s', '\'[^\']*\'|"[^"]*"'],
    ['f', '\\bcurl\\b'],
    ['c', '(?<=\\s)-{1,2}[\\w-]+'],
  ],
  javascript: [
    ['s', "'(?:[^'\\\\]|\\\\.)*'|`[^`]*`"],
    ['k', '\\b(?:const|await|import|from|new)\\b'],
    ['f', '\\b\\w+(?=\\()'],
    ['c', '\\b(?:true|false|null)\\b|-?\\b\\d[\\d.]*'],
  ],
  python: [
    ['s', '"(?:[^"\\\\]|\\\\.)*"'],
    ['k', '\\b(?:import|with|as)\\b'],
    ['f', '\\b\\w+(?=\\()'],
    ['c', '\\b(?:True|False|None)\\b|-?\\b\\d[\\d.]*'],
  ],
  php: [
    ['k', '&lt;\\?php|\\b(?:new|echo)\\b'],
    ['s', "'(?:[^'\\\\]|\\\\.)*'"],
    ['f', '\\b\\w+(?=\\()'],
    ['c', '\\b(?:true|false|null|[A-Z]+_[A-Z_]+)\\b|-?\\b\\d[\\d.]*'],
  ],
};

const compiled = new Map<SampleSyntax, { names: string[]; pattern: RegExp }>();

export function highlightSample(code: string, syntax: SampleSyntax): string {
  const { names, pattern } = compile(syntax);
  let html = '';
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    const name = names[match.slice(1).findIndex((group) => group !== undefined)];
    html += `${escapeHtml(code.slice(end, match.index))}<i class="${name}">${escapeHtml(match[0])}</i>`;
    end = match.index + match[0].length;
  }
  return html + escapeHtml(code.slice(end));
}

function compile(syntax: SampleSyntax): { names: string[]; pattern: RegExp } {
  let known = compiled.get(syntax);
  if (!known) {
    const patterns = PATTERNS[syntax];
    const pattern = new RegExp(patterns.map(([, source]) => `(${source.replace('&lt;', '<')})`).join('|'), 'g');
    compiled.set(syntax, (known = { names: patterns.map(([name]) => name), pattern }));
  }
  return known;
}
