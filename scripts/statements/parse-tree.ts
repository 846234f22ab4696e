/** A node of a PostgreSQL tree: `{VAR :varno 1 :varattno 2 …}`. */
export interface TreeNode {
  kind: string;
  fields: Readonly<Record<string, TreeValue>>;
}

/** A word, a node, a list (bitmap sets begin with `b`) or nothing. Several words are a list. */
export type TreeValue = string | TreeNode | TreeValue[] | undefined;

const TOKEN = /"(?:\\.|[^"\\])*"|[(){}]|(?:\\.|[^\s(){}\\])+/gs;

/** Parses a tree in the format of `debug_print_parse`. */
export function readTree(text: string): TreeNode {
  const tokens = text.match(TOKEN) ?? [];
  let next = 0;
  const value = (): TreeValue => {
    const token = tokens[next++];
    if (token === '{') return node();
    if (token === '(') return list(')');
    if (token === undefined) throw new Error('unexpected end of the tree');
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

export function listNodes(value: TreeValue): TreeNode[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

export function isTrue(value: TreeValue): boolean {
  return value === 'true';
}

/** A number or a name; empty for anything else. */
export function readWord(value: TreeValue): string {
  return typeof value === 'string' ? value : '';
}
