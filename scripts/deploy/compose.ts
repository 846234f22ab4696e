import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../services/platform-process';

/** The parts of a compose service that are used here. */
export interface ComposeService {
  image: string;
  build?: { target: string };
  command?: string[];
  environment: Record<string, string>;
  dependsOn: string[];
  volumes: string[];
  profiles: string[];
  memory?: string;
  /** The command of the health check. */
  health?: string[];
}

interface Written {
  image?: string;
  build?: { target: string };
  command?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, unknown>;
  volumes?: string[];
  profiles?: string[];
  healthcheck?: { test?: string[] };
  deploy?: { resources?: { limits?: { memory?: string } } };
}

/** The services of docker-compose.yml before interpolation. */
export function composeServices(): Record<string, ComposeService> {
  const text = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
  const { services } = parse(text, { merge: true }) as { services: Record<string, Written> };
  return Object.fromEntries(Object.entries(services).map(([name, service]) => [name, getService(service)]));
}

function getService(written: Written): ComposeService {
  const { image = '', environment = {}, depends_on = {}, volumes = [], profiles = [], command, build } = written;
  const memory = written.deploy?.resources?.limits?.memory;
  return {
    image,
    environment,
    dependsOn: Object.keys(depends_on),
    volumes,
    profiles,
    ...(command && { command }),
    ...(build && { build }),
    ...(memory && { memory }),
    ...(written.healthcheck?.test && { health: written.healthcheck.test.slice(1) }),
  };
}

/** Service names in the order of their dependencies. */
export function inOrder(services: Readonly<Record<string, ComposeService>>): string[] {
  const ordered = new Set<string>();
  const add = (name: string): void => {
    services[name]?.dependsOn.forEach(add);
    ordered.add(name);
  };
  Object.keys(services).forEach(add);
  return [...ordered];
}

/** Interpolates `${NAME:-default}`, `${NAME-default}`, `${NAME:+other}`, `${NAME}` and `$$` like Docker Compose. */
export function interpolate(text: string, values: Readonly<Record<string, string>>): string {
  let result = '';
  for (let at = 0; at < text.length;) {
    if (text.startsWith('$$', at)) {
      result += '$';
      at += 2;
    } else if (text.startsWith('${', at)) {
      const end = getEnd(text, at + 2);
      result += getValue(text.slice(at + 2, end), values);
      at = end + 1;
    } else result += text[at++];
  }
  return result;
}

/** The place of the brace that closes the one before `start`. */
function getEnd(text: string, start: number): number {
  let depth = 1;
  for (let at = start; at < text.length; at++) {
    if (text.startsWith('${', at)) depth += 1;
    if (text[at] === '}' && --depth === 0) return at;
  }
  throw new Error(`Unclosed brace: ${text}`);
}

function getValue(expression: string, values: Readonly<Record<string, string>>): string {
  const [, name = '', operator, word = ''] = /^(\w+)(?:(:-|:\+|-)(.*))?$/s.exec(expression) ?? [];
  const value = values[name] ?? '';
  // Without the colon an empty value stays.
  if (operator === '-' && values[name] !== undefined) return value;
  if (operator === ':+') return value && interpolate(word, values);
  return value || interpolate(word, values);
}
