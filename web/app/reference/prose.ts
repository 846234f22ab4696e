import { identifierPieces, typeset, UNBROKEN_NAME } from '../site/typography';

const LONG_DASH = /(?<=^|\s)—(?=\s|$)/g;

/** Returns a description up to its first full stop. */
export function firstSentence(text: string): string {
  const paragraph =
    text
      .split(/\n\s*\n/)[0]
      ?.replace(/\s+/g, ' ')
      .trim() ?? '';
  return /^.*?[.!?](?=\s+[А-ЯЁA-Z]|$)/.exec(paragraph)?.[0] ?? paragraph;
}

export function firstParagraph(text: string): string {
  return text.split(/\n\s*\n/)[0] ?? '';
}

/** Returns the meaning of a value that a description lists as «- `code` — meaning;», in Markdown. */
export function getParameters(value: string, description: string): string {
  const line = description.split('\n').find((each) => each.trimStart().startsWith(`- \`${value}\``));
  return line?.slice(line.indexOf(value) + value.length + 1).replace(/^[\s—–:-]+|[;.]\s*$/g, '') ?? '';
}

export function plainText(text: string): string {
  return text.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').replace(/[`*]/g, '').replace(/\s+/g, ' ').replace(LONG_DASH, '–').trim(); // prettier-ignore
}

export function renderProse(text: string): string {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map(renderBlock)
    .join('');
}

function renderBlock(block: string): string {
  const lines = block.split('\n');
  const start = lines.findIndex((line) => /^\s*[-*] /.test(line));
  if (start < 0) return `<p>${renderInline(block)}</p>`;
  const before = start > 0 ? `<p>${renderInline(lines.slice(0, start).join('\n'))}</p>` : '';
  const items = lines
    .slice(start)
    .join('\n')
    .split(/\n?^\s*[-*] /m)
    .filter((item) => item.trim());
  return `${before}<ul>${items.map((item) => `<li>${renderInline(item.trim())}</li>`).join('')}</ul>`;
}

export function renderInline(text: string): string {
  return escapeHtml(text)
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 1 ? renderCode(part.slice(1, -1)) : renderWords(part)))
    .join('')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\[([^\]]+)\]\((https?:[^)\s]+|\/[^)\s]*|#[^)\s]*)\)/g, '<a href="$2">$1</a>');
}

function renderCode(code: string): string {
  return `<code>${identifierPieces(code).join('<wbr/>')}</code>`;
}

/** Descriptions of APIs have the dash of the guides. */
function renderWords(text: string): string {
  return typeset(text.replace(LONG_DASH, '–')).replace(UNBROKEN_NAME, '<span class="nowrap">$&</span>');
}

export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
