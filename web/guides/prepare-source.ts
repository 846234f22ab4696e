const OPENING = /^:::(note|tip|info|warning|danger|caution)\s*(?:\[(.*)\]|(.*))$/;
/** `## Heading {#id}`: MDX would take the braces for an expression. */
const HEADING_ID = /^(#{1,6} .*)\{(#[\w-]+)\}\s*$/;
const FENCE = /^\s*(`{3,}|~{3,})/;

/**
 * Turns what MDX does not know into what it does: `:::note Title` … `:::` into `<Admonition>` elements, and ids of
 * headings into plain text for later.
 *
 * A directive parser for the whole page would also take `10:30` and `wallet:read` in ordinary prose for directives.
 */
export function prepareSource(source: string): string {
  let fence: string | undefined;
  return source
    .split('\n')
    .map((line) => {
      const mark = FENCE.exec(line)?.[1];
      if (mark && (!fence || (mark.startsWith(fence) && line.trim() === mark))) {
        fence = fence ? undefined : mark;
        return line;
      }
      if (fence) return line;
      const opening = OPENING.exec(line);
      if (opening) {
        const title = (opening[2] ?? opening[3] ?? '').trim();
        return `<Admonition kind="${opening[1]}"${title ? ` title={${JSON.stringify(title)}}` : ''}>\n`;
      }
      return line.trim() === ':::' ? '\n</Admonition>' : line.replace(HEADING_ID, '$1\\{$2\\}');
    })
    .join('\n');
}
