import type { CardRequestRule } from '../../connectors/card-rules';
import { isCardField, readCardField, type DecryptedCard } from '../cards/card-content';
import { InvalidRequest } from '../http/invalid-request';

const PLACEHOLDER = /\{\{card\.([a-z0-9]{1,64})\.([A-Za-z]{1,20})(\??)\}\}/;
const WHOLE = new RegExp(`^${PLACEHOLDER.source}$`);
const MAX_DEPTH = 32;

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
type Members = CardRequestRule['members'];

/** A body that was parsed, and the one card that it names. */
export interface ForwardBody {
  cardID: string;
  /** The value of a member; undefined if it is no text. */
  read(path: string): string | undefined;
  /** Writes the body with the card in place of the placeholders. */
  fill(card: DecryptedCard): string;
}

/**
 * Parses a body by its content type. A placeholder is the whole value of a member that may hold its field.
 * @throws InvalidRequest if it is neither JSON nor a form, names no card or several, or has a placeholder elsewhere
 */
export function parseForwardBody(
  { body, contentType }: { body: string; contentType: string },
  members: Members,
): ForwardBody {
  const kind = contentType.split(';')[0]?.trim().toLowerCase();
  const found = new Map<string, string>();
  if (kind === 'application/json') {
    const json = parseJson(body);
    collectJson(json, { path: '', depth: 0 }, { members, found });
    return {
      cardID: theOnlyCard(found),
      read: (path) => readText(path.split('.').reduce<Json | undefined>(stepInto, json)),
      fill: (card) => JSON.stringify(fillJson(json, card) ?? null),
    };
  }
  if (kind === 'application/x-www-form-urlencoded') {
    const fields = [...new URLSearchParams(body)];
    for (const [name, value] of fields) collect({ name, value, path: toPath(name) }, { members, found });
    return {
      cardID: theOnlyCard(found),
      read: (path) => {
        const [only, ...others] = fields.filter(([name]) => toPath(name) === path);
        return others.length > 0 ? undefined : only?.[1];
      },
      fill: (card) => fillForm(fields, card),
    };
  }
  throw new InvalidRequest(
    'body.headers',
    'the content-type must be application/json or application/x-www-form-urlencoded',
  );
}

/** Whether a text holds a placeholder, also percent-encoded. */
export function hasPlaceholder(text: string): boolean {
  return /(\{|%7b){2}\s*card/i.test(text);
}

function parseJson(body: string): Json {
  try {
    return JSON.parse(body) as Json;
  } catch {
    throw new InvalidRequest('body.body', 'the body is not JSON');
  }
}

interface Search {
  members: Members;
  /** Cards by the member that has their placeholder. */
  found: Map<string, string>;
}

function collectJson(value: Json, { path, depth }: { path: string; depth: number }, search: Search): void {
  if (depth > MAX_DEPTH) throw new InvalidRequest('body.body', `has more than ${MAX_DEPTH} levels`);
  if (typeof value === 'string') return collect({ name: '', value, path }, search);
  if (value === null || typeof value !== 'object') return;
  for (const [name, member] of Object.entries(value)) {
    collect({ name, value: '', path: '' }, search);
    // No member of a rule has these names: an item of a list, and a name that only looks like the members of members.
    const step = Array.isArray(value) || name.includes('.') ? '[]' : name;
    collectJson(member, { path: path === '' ? step : `${path}.${step}`, depth: depth + 1 }, search);
  }
}

function collect(
  { name, value, path }: { name: string; value: string; path: string },
  { members, found }: Search,
): void {
  if (PLACEHOLDER.test(name)) throw new InvalidRequest('body.body', 'a name holds a placeholder');
  const [, cardID = '', field = ''] = WHOLE.exec(value) ?? [];
  if (cardID === '') {
    if (PLACEHOLDER.test(value)) throw new InvalidRequest('body.body', 'a placeholder is a part of a value');
    return;
  }
  if (!isCardField(field)) throw new InvalidRequest('body.body', `a card has no field ${field}`);
  if (!Object.hasOwn(members, path) || members[path] !== field) {
    throw new InvalidRequest('body.body', `a member holds a placeholder of ${field} and may not`);
  }
  if (found.has(path)) throw new InvalidRequest('body.body', 'a member with a placeholder is repeated');
  found.set(path, cardID);
}

/** `card.number` of `card[number]`; a name that has dots itself is no path. */
function toPath(name: string): string {
  return name.includes('.') ? '[]' : name.replace(/\[([^[\]]+)\]/g, '.$1');
}

function theOnlyCard(found: ReadonlyMap<string, string>): string {
  const [cardID, ...others] = new Set(found.values());
  if (cardID === undefined) throw new InvalidRequest('body.body', 'the body has no placeholder of a card');
  if (others.length > 0) throw new InvalidRequest('body.body', 'the body names several cards');
  return cardID;
}

function stepInto(value: Json | undefined, name: string): Json | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && Object.hasOwn(value, name) ? value[name] : undefined;
}

function readText(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function fillJson(value: Json, card: DecryptedCard): Json | undefined {
  if (typeof value === 'string') return fillText(value, card);
  if (Array.isArray(value)) return value.map((item) => fillJson(item, card) ?? null);
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).map(([name, member]) => [name, fillJson(member, card)] as const);
  return Object.fromEntries(members.filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

function fillForm(fields: readonly [string, string][], card: DecryptedCard): string {
  const filled = fields.map(([name, value]) => [name, fillText(value, card)] as const);
  return new URLSearchParams(filled.filter((entry): entry is [string, string] => entry[1] !== undefined)).toString();
}

/** Undefined for an optional placeholder without a value. */
function fillText(text: string, card: DecryptedCard): string | undefined {
  const [, , field = '', optional] = WHOLE.exec(text) ?? [];
  if (!isCardField(field)) return text;
  const value = readCardField(card, field);
  if (value === undefined && optional === '') throw new InvalidRequest('body.body', `the card has no ${field}`);
  return value;
}
