import { buildAddress, type ApiRequest } from './api-request';
import { splitVariables, variablesIn } from './variables';

export type SampleSyntax = 'bash' | 'php' | 'javascript' | 'python' | 'json';

export interface RequestSample {
  language: string;
  label: string;
  syntax: SampleSyntax;
  code: string;
}

const BASE = '$HOLDFAST_API_URL';

export function writeRequest(request: ApiRequest): RequestSample[] {
  return [
    { language: 'curl', label: 'curl', syntax: 'bash', code: writeCurl(request) },
    { language: 'php', label: 'PHP', syntax: 'php', code: writePhp(request) },
    { language: 'node', label: 'Node.js', syntax: 'javascript', code: writeNode(request) },
    { language: 'python', label: 'Python', syntax: 'python', code: writePython(request) },
  ];
}

function writeCurl(request: ApiRequest): string {
  const { method, needsKey, hasRequestID, body, file } = request;
  const impliedMethod = body === undefined && file === undefined ? 'GET' : 'POST';
  const lines = [
    `curl ${method === impliedMethod ? '' : `-X ${method} `}"${BASE}${buildAddress(request)}"`,
    needsKey && `-H "Authorization: Bearer $HOLDFAST_API_KEY"`,
    hasRequestID && `-H "X-Request-ID: $(openssl rand -hex 16)"`,
    body !== undefined && `-H 'Content-Type: application/json; charset=utf-8'`,
    body !== undefined && writeCurlBody(body),
    file !== undefined && `-H 'Content-Type: application/octet-stream' --data-binary '@${file}'`,
  ];
  return lines.filter(Boolean).join(' \\\n  ');
}

/** A quoted text, or a here-document where the shell expands variables. */
function writeCurlBody(body: unknown): string {
  const text = JSON.stringify(body, null, 2);
  if (variablesIn(body).length === 0) return `-d '${text.replace(/'/g, `'\\''`)}'`;
  const escaped = splitVariables(text)
    .map((part, place) => (place % 2 ? `$${part}` : part.replace(/[\\`$]/g, '\\$&')))
    .join('');
  return `-d @- <<JSON\n${escaped}\nJSON`;
}

function writeNode(request: ApiRequest): string {
  const { method, needsKey, hasRequestID, body, file } = request;
  const headers = [
    needsKey && '    Authorization: `Bearer ${process.env.HOLDFAST_API_KEY}`,',
    hasRequestID && `    'X-Request-ID': randomBytes(16).toString('hex'),`,
    body !== undefined && `    'Content-Type': 'application/json; charset=utf-8',`,
    file !== undefined && `    'Content-Type': 'application/octet-stream',`,
  ].filter(Boolean);
  const lines = [
    hasRequestID && `import { randomBytes } from 'node:crypto';${file === undefined ? '\n' : ''}`,
    file !== undefined && `import { readFileSync } from 'node:fs';\n`,
    `const response = await fetch(${javascript.text(BASE + buildAddress(request))}, {`,
    method !== 'GET' && `  method: '${method}',`,
    headers.length > 0 && `  headers: {\n${headers.join('\n')}\n  },`,
    body !== undefined && `  body: JSON.stringify(${writeLiteral(body, javascript, 1)}),`,
    file !== undefined && `  body: readFileSync(${quote(file)}),`,
    '});',
    'console.log(response.status, await response.text());',
  ];
  return lines.filter(Boolean).join('\n');
}

function writePhp(request: ApiRequest): string {
  const { method, needsKey, hasRequestID, body, file } = request;
  const headers = [
    needsKey && `        'Authorization: Bearer ' . getenv('HOLDFAST_API_KEY'),`,
    hasRequestID && `        'X-Request-ID: ' . bin2hex(random_bytes(16)),`,
    body !== undefined && `        'Content-Type: application/json; charset=utf-8',`,
    file !== undefined && `        'Content-Type: application/octet-stream',`,
  ].filter(Boolean);
  const lines = [
    '<?php',
    "$context = stream_context_create(['http' => [",
    `    'method' => '${method}',`,
    headers.length > 0 && `    'header' => [\n${headers.join('\n')}\n    ],`,
    body !== undefined && `    'content' => json_encode(${writeLiteral(body, php, 2)}, JSON_UNESCAPED_UNICODE),`,
    file !== undefined && `    'content' => file_get_contents(${quote(file)}),`,
    `    'ignore_errors' => true,`,
    ']]);',
    `echo file_get_contents(${php.text(BASE + buildAddress(request))}, false, $context);`,
  ];
  return lines.filter(Boolean).join('\n');
}

function writePython(request: ApiRequest): string {
  const { method, needsKey, hasRequestID, body, file } = request;
  const headers = [
    needsKey && `        "Authorization": "Bearer " + os.environ["HOLDFAST_API_KEY"],`,
    hasRequestID && `        "X-Request-ID": secrets.token_hex(16),`,
    body !== undefined && `        "Content-Type": "application/json; charset=utf-8",`,
    file !== undefined && `        "Content-Type": "application/octet-stream",`,
  ].filter(Boolean);
  const lines = [
    body !== undefined && 'import json',
    'import os',
    hasRequestID && 'import secrets',
    'import urllib.request\n',
    'request = urllib.request.Request(',
    `    ${python.text(BASE + buildAddress(request))},`,
    method !== 'GET' && `    method="${method}",`,
    headers.length > 0 && `    headers={\n${headers.join('\n')}\n    },`,
    body !== undefined && `    data=json.dumps(${writeLiteral(body, python, 1)}).encode(),`,
    file !== undefined && `    data=open(${JSON.stringify(file)}, "rb").read(),`,
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(response.status, response.read().decode())',
  ];
  return lines.filter(Boolean).join('\n');
}

interface LiteralStyle {
  indent: string;
  open: { array: string; object: string };
  close: { array: string; object: string };
  key: (name: string) => string;
  text: (text: string) => string;
  /** An empty object: PHP encodes `[]` as a list. */
  empty: string;
  /** Names of `true`, `false` and `null` where they differ from those of JSON. */
  words?: Readonly<Record<string, string>>;
}

const javascript: LiteralStyle = {
  indent: '  ',
  open: { array: '[', object: '{' },
  close: { array: ']', object: '}' },
  key: (name) => (/^[\w$]+$/.test(name) ? `${name}: ` : `${quote(name)}: `),
  text: (text) => {
    const [before = '', name, ...rest] = splitVariables(text);
    if (name === undefined) return quote(text);
    if (before === '' && rest.join('') === '') return `process.env.${name}`;
    const parts = splitVariables(text).map((part, place) =>
      place % 2 ? `\${process.env.${part}}` : part.replace(/[\\`]|\$(?=\{)/g, '\\$&'),
    );
    return `\`${parts.join('')}\``;
  },
  empty: '{}',
};

const php: LiteralStyle = {
  indent: '    ',
  open: { array: '[', object: '[' },
  close: { array: ']', object: ']' },
  key: (name) => `${quote(name)} => `,
  text: (text) => {
    const parts = splitVariables(text).map((part, place) => (place % 2 ? `getenv('${part}')` : part && quote(part)));
    return parts.filter(Boolean).join(' . ') || "''";
  },
  empty: 'new stdClass()',
};

const python: LiteralStyle = {
  indent: '    ',
  open: { array: '[', object: '{' },
  close: { array: ']', object: '}' },
  key: (name) => `${JSON.stringify(name)}: `,
  text: (text) => {
    const parts = splitVariables(text).map((part, place) =>
      place % 2 ? `os.environ["${part}"]` : part && JSON.stringify(part),
    );
    return parts.filter(Boolean).join(' + ') || '""';
  },
  empty: '{}',
  words: { true: 'True', false: 'False', null: 'None' },
};

function writeLiteral(value: unknown, style: LiteralStyle, depth: number): string {
  if (typeof value === 'string') return style.text(value);
  if (typeof value !== 'object' || value === null) return style.words?.[String(value)] ?? String(value);
  const isArray = Array.isArray(value);
  const kind = isArray ? 'array' : 'object';
  const entries = isArray
    ? value.map((item: unknown) => writeLiteral(item, style, depth + 1))
    : Object.entries(value).map(([name, item]) => style.key(name) + writeLiteral(item, style, depth + 1));
  if (entries.length === 0) return isArray ? '[]' : style.empty;
  const pad = style.indent.repeat(depth + 1);
  const body = entries.map((entry) => `${pad}${entry},`).join('\n');
  return `${style.open[kind]}\n${body}\n${style.indent.repeat(depth)}${style.close[kind]}`;
}

/** Quotes a text for JavaScript and PHP. */
function quote(text: string): string {
  return `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`;
}
