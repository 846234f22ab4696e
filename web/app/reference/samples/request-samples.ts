import type { OperationModel } from '../reference';
import { sampleValue } from './sample-value';

export interface RequestSample {
  language: string;
  label: string;
  syntax: SampleSyntax;
  code: string;
}

export type SampleSyntax = 'bash' | 'php' | 'javascript' | 'json';

interface Request {
  method: string;
  url: string;
  needsKey: boolean;
  hasRequestID: boolean;
  body: unknown;
}

/** How an operation is called, in each language of the site. */
export function requestSamples(operation: OperationModel, baseUrl: string): RequestSample[] {
  const request = describeRequest(operation, baseUrl);
  return [
    { language: 'curl', label: 'curl', syntax: 'bash', code: writeCurl(request) },
    { language: 'php', label: 'PHP', syntax: 'php', code: writePhp(request) },
    { language: 'node', label: 'Node.js', syntax: 'javascript', code: writeNode(request) },
  ];
}

function describeRequest(operation: OperationModel, baseUrl: string): Request {
  const scope = { reader: operation.reader, isRequest: true };
  const { parameters, body } = operation;
  const valueOf = (name: string): string => {
    const parameter = parameters.find((one) => one.name === name);
    return String(parameter?.example ?? sampleValue(parameter?.schema ?? {}, scope, { name }));
  };
  const path = operation.path.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(valueOf(name)));
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name }) => `${name}=${encodeURIComponent(valueOf(name))}`);
  return {
    method: operation.method.toUpperCase(),
    url: `${baseUrl}${path}${query.length ? `?${query.join('&')}` : ''}`,
    needsKey: operation.needsKey,
    hasRequestID: parameters.some(({ name }) => name.toLowerCase() === 'x-request-id'),
    body: body && (body.example ?? sampleValue(body.schema, scope)),
  };
}

function writeCurl({ method, url, needsKey, hasRequestID, body }: Request): string {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${url}'`,
    needsKey && `-H "Authorization: Bearer $HOLDFAST_API_KEY"`,
    hasRequestID && `-H "X-Request-ID: $(openssl rand -hex 8)"`,
    body !== undefined && `-H 'Content-Type: application/json; charset=utf-8'`,
    body !== undefined && `-d '${JSON.stringify(body, null, 2).replace(/'/g, `'\\''`)}'`,
  ];
  return lines.filter(Boolean).join(' \\\n  ');
}

function writeNode({ method, url, needsKey, hasRequestID, body }: Request): string {
  const headers = [
    needsKey && '    Authorization: `Bearer ${process.env.HOLDFAST_API_KEY}`,',
    hasRequestID && `    'X-Request-ID': randomBytes(8).toString('hex'),`,
    body !== undefined && `    'Content-Type': 'application/json; charset=utf-8',`,
  ].filter(Boolean);
  const lines = [
    hasRequestID && `import { randomBytes } from 'node:crypto';\n`,
    `const response = await fetch('${url}', {`,
    method !== 'GET' && `  method: '${method}',`,
    headers.length > 0 && `  headers: {\n${headers.join('\n')}\n  },`,
    body !== undefined && `  body: JSON.stringify(${writeLiteral(body, javascript, 1)}),`,
    '});',
    'console.log(response.status, await response.text());',
  ];
  return lines.filter(Boolean).join('\n');
}

function writePhp({ method, url, needsKey, hasRequestID, body }: Request): string {
  const headers = [
    needsKey && `        'Authorization: Bearer ' . getenv('HOLDFAST_API_KEY'),`,
    hasRequestID && `        'X-Request-ID: ' . bin2hex(random_bytes(8)),`,
    body !== undefined && `        'Content-Type: application/json; charset=utf-8',`,
  ].filter(Boolean);
  const lines = [
    '<?php',
    "$context = stream_context_create(['http' => [",
    `    'method' => '${method}',`,
    headers.length > 0 && `    'header' => [\n${headers.join('\n')}\n    ],`,
    body !== undefined && `    'content' => json_encode(${writeLiteral(body, php, 2)}, JSON_UNESCAPED_UNICODE),`,
    `    'ignore_errors' => true,`,
    ']]);',
    `echo file_get_contents('${url}', false, $context);`,
  ];
  return lines.filter(Boolean).join('\n');
}

interface LiteralStyle {
  indent: string;
  open: { array: string; object: string };
  close: { array: string; object: string };
  key: (name: string) => string;
  /** An object without fields: `[]` would be sent as a list. */
  empty: string;
}

const javascript: LiteralStyle = {
  indent: '  ',
  open: { array: '[', object: '{' },
  close: { array: ']', object: '}' },
  key: (name) => (/^[\w$]+$/.test(name) ? `${name}: ` : `${quote(name)}: `),
  empty: '{}',
};

const php: LiteralStyle = {
  indent: '    ',
  open: { array: '[', object: '[' },
  close: { array: ']', object: ']' },
  key: (name) => `${quote(name)} => `,
  empty: 'new stdClass()',
};

function writeLiteral(value: unknown, style: LiteralStyle, depth: number): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object' || value === null) return String(value);
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

function quote(text: string): string {
  return `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`;
}
