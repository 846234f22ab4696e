const OPENING = /^:::(note|tip|info|warning|danger|caution)[^\S\n]*(?:\[(.*)\]|(.*))$/;
const CLOSING = ':::';
/** `## Heading {#id}`: MDX would parse the braces as an expression. */
const HEADING_ID = /^(#{1,6} .*)\{(#[\w-]+)\}\s*$/;
const FENCE = /^\s*(`{3,}|~{3,})/;

interface LineWriter {
  open: (kind: string, title: string) => string;
  close: () => string | undefined;
  line: (text: string, place: { isCode: boolean; isInAdmonition: boolean }) => string;
}

/**
 * Rewrites a guide line by line, except within code blocks. A directive parser would also match `10:30` and `wallet:read` in
 * prose.
 */
export function rewriteLines(source: string, write: LineWriter): string {
  let fence: string | undefined;
  let isInAdmonition = false;
  return source
    .split('\n')
    .map((line) => {
      const mark = FENCE.exec(line)?.[1];
      if (mark && (!fence || (mark.startsWith(fence) && line.trim() === mark))) {
        fence = fence ? undefined : mark;
        return write.line(line, { isCode: true, isInAdmonition });
      }
      if (fence) return write.line(line, { isCode: true, isInAdmonition });
      const opening = OPENING.exec(line);
      if (opening?.[1]) {
        isInAdmonition = true;
        return write.open(opening[1], (opening[2] ?? opening[3] ?? '').trim());
      }
      if (line.trim() === CLOSING) {
        isInAdmonition = false;
        return write.close();
      }
      return write.line(line, { isCode: false, isInAdmonition });
    })
    .filter((line) => line !== undefined)
    .join('\n');
}

/** Rewrites what MDX does not support: `:::note Title` … `:::` as `<Admonition>`, and heading ids as text. */
export function prepareSource(source: string): string {
  return rewriteLines(source, {
    open: (kind, title) => `<Admonition kind="${kind}"${title ? ` title={${JSON.stringify(title)}}` : ''}>\n`,
    close: () => '\n</Admonition>',
    line: (text, { isCode }) => (isCode ? text : text.replace(HEADING_ID, '$1\\{$2\\}')),
  });
}
