/** A node of a tree as PostgreSQL writes it: `{VAR :varno 1 :varattno 2 …}`. */
export interface TreeNode {
  kind: string;
  fields: Readonly<Record<string, TreeValue>>;
}

/** A field: a word, a node, a list (bitmap sets begin with `b`), or nothing. A field of several words is their list. */
export type TreeValue = string | TreeNode | TreeValue[] | undefined;

const TOKEN = /"(?:\\.|[^"\\])*"|[(){}]|(?:\\.|[^\s(){}\\])+/gs;

/** Reads a tree as `debug_print_parse` shows it. */
export function readTree(text: string): TreeNode {
  const tokens = text.match(TOKEN) ?? [];
  let next = 0;
  const value = (): TreeValue => {
    const token = tokens[next++];
    if (token === '{') return node();
    if (token === '(') return list(')');
    if (token === undefined) throw new Error('the tree ends in its middle');
    return token === '<>' ? undefined : unescaped(token);
  };
  const list = (end: string): TreeValue[] => {
    const values: TreeValue[] = [];
    while (tokens[next] !== end) values.push(value());
    next++;
    return values;
  };
  const node = (): TreeNode => {
    const kind = String(tokens[next++]);
    const fields: Record<string, TreeValue> = {};
    while (tokens[next] !== '}') {
      const name = String(tokens[next++]).slice(1);
      const values: TreeValue[] = [];
      while (!isEndOfField(tokens[next])) values.push(value());
      fields[name] = values.length === 1 ? values[0] : values;
    }
    next++;
    return { kind, fields };
  };
  const read = value();
  if (!isNode(read)) throw new Error('not a tree');
  return read;
}

function isEndOfField(token: string | undefined): boolean {
  return token === undefined || token === '}' || (token.startsWith(':') && token.length > 1);
}

function unescaped(token: string): string {
  const text = token.startsWith('"') ? token.slice(1, -1) : token;
  return text.replace(/\\(.)/gs, '$1');
}

export function isNode(value: TreeValue): value is TreeNode {
  return typeof value === 'object' && !Array.isArray(value);
}

/** The nodes of a list; none of what is empty. */
export function listNodes(value: TreeValue): TreeNode[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** Whether a field is true: flags are written as words. */
export function isTrue(value: TreeValue): boolean {
  return value === 'true';
}

/** A field that is a word: a number, a name. */
export function readWord(value: TreeValue): string {
  return typeof value === 'string' ? value : '';
}
