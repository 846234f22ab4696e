/** Form fields by their names as sent: `metadata[a]`. */
export type Fields = Record<string, string>;

export type StripeObject = Record<string, unknown> & { id: string; metadata: Record<string, string> };

/** An error response in Stripe's form. */
export class StripeRefusal extends Error {
  constructor(
    readonly status: number,
    readonly body: object,
  ) {
    super('refused');
  }
}

/** Seconds of Stripe's times. */
export const nowSeconds = (): number => Math.floor(Date.now() / 1_000);

export function requireEntry(entries: Map<string, StripeObject>, id: string): StripeObject {
  const entry = entries.get(id);
  if (!entry)
    throw new StripeRefusal(404, { type: 'invalid_request_error', code: 'resource_missing', param: 'intent' });
  return entry;
}

export function getMetadata(fields: Fields): Record<string, string> {
  const entries = Object.entries(fields).map(([name, value]) => [/^metadata\[(.+)\]$/.exec(name)?.[1], value] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[0] !== undefined));
}

export function search(entries: Map<string, StripeObject>, query: string): object {
  const [, name = '', value] = /^metadata\['([^']+)'\]:'([^']*)'$/.exec(query) ?? [];
  return { ...list(entries, ({ metadata }) => metadata[name] === value), object: 'search_result' };
}

export function list(entries: Map<string, StripeObject>, matches: (entry: StripeObject) => boolean): object {
  return { object: 'list', has_more: false, data: [...entries.values()].filter(matches) };
}

/** Returns a page of entries created within a window, newest first, after `starting_after`. */
export function listPage(entries: Map<string, StripeObject>, fields: Fields): object {
  const [from, to] = [Number(fields['created[gte]']), Number(fields['created[lt]'])];
  const within = [...entries.values()]
    .reverse()
    .filter(({ created }) => Number(created) >= from && Number(created) < to);
  const first = within.findIndex(({ id }) => id === fields['starting_after']) + 1;
  const data = within.slice(first, first + Number(fields['limit']));
  return { object: 'list', has_more: first + data.length < within.length, data };
}

export function invalid(code?: string, param?: string): StripeRefusal {
  return new StripeRefusal(400, { type: 'invalid_request_error', code, param });
}
