import type { StoredCardField } from '../../domain/payment/card-field';
import { isCardField, readCardField, type OpenCard } from '../cards/card-content';
import { InvalidRequest } from '../http/invalid-request';

const PLACEHOLDER = /\{\{card\.([a-z0-9]{1,64})\.([A-Za-z]{1,20})(\??)\}\}/g;
const WHOLE = new RegExp(`^${PLACEHOLDER.source}$`);

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** A body that was parsed, and the one card that it names. */
export interface ForwardBody {
  cardID: string;
  /** Writes the body with the card in place of the placeholders. */
  fill(card: OpenCard): string;
}

/** Parses a body by its content type. @throws InvalidRequest if it is neither JSON nor a form, or names no card or several */
export function parseForwardBody(body: string, contentType: string): ForwardBody {
  const kind = contentType.split(';')[0]?.trim().toLowerCase();
  if (kind === 'application/json') {
    const json = parseJson(body);
    return { cardID: findCard(JSON.stringify(json)), fill: (card) => JSON.stringify(fillJson(json, card) ?? null) };
  }
  if (kind === 'application/x-www-form-urlencoded') {
    const fields = [...new URLSearchParams(body)];
    return { cardID: findCard(fields.flat().join('\n')), fill: (card) => fillForm(fields, card) };
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

function findCard(text: string): string {
  const found = [...text.matchAll(PLACEHOLDER)];
  const [cardID, ...others] = new Set(found.map(([, id = '']) => id));
  if (cardID === undefined) throw new InvalidRequest('body.body', 'the body has no placeholder of a card');
  if (others.length > 0) throw new InvalidRequest('body.body', 'the body names several cards');
  const unknown = found.find(([, , field = '']) => !isCardField(field));
  if (unknown) throw new InvalidRequest('body.body', `a card has no field ${unknown[2]}`);
  return cardID;
}

function fillJson(value: Json, card: OpenCard): Json | undefined {
  if (typeof value === 'string') return fillText(value, card);
  if (Array.isArray(value)) return value.map((item) => fillJson(item, card) ?? null);
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).map(([name, member]) => [name, fillJson(member, card)] as const);
  return Object.fromEntries(members.filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

function fillForm(fields: readonly [string, string][], card: OpenCard): string {
  const filled = fields.map(([name, value]) => [name, fillText(value, card)] as const);
  return new URLSearchParams(filled.filter((entry): entry is [string, string] => entry[1] !== undefined)).toString();
}

/** Undefined for an optional placeholder without a value. */
function fillText(text: string, card: OpenCard): string | undefined {
  const [, , field = '', optional] = WHOLE.exec(text) ?? [];
  if (optional && isCardField(field) && readCardField(card, field) === undefined) return undefined;
  return text.replaceAll(PLACEHOLDER, (_, _id, name: string) => {
    const value = readCardField(card, name as StoredCardField);
    if (value === undefined) throw new InvalidRequest('body.body', `the card has no ${name}`);
    return value;
  });
}
