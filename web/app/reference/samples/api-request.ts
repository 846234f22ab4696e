import { splitVariables } from './variables';

/** A call of the API as it is shown and sent; texts may hold variables, which the reader has. */
export interface ApiRequest {
  method: string;
  /** With variables, else as it goes over the wire. */
  path: string;
  query: readonly (readonly [name: string, value: string])[];
  needsKey: boolean;
  hasRequestID: boolean;
  body?: unknown;
}

/** How a parameter goes into an address; variables stay. */
export function encodeValue(text: string): string {
  return splitVariables(text)
    .map((part, place) => (place % 2 ? `$${part}` : encodeURIComponent(part).replace(/[!'()*]/g, getHex)))
    .join('');
}

function getHex(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** The path with its query. */
export function buildAddress({ path, query }: Pick<ApiRequest, 'path' | 'query'>): string {
  const search = query.map(([name, value]) => `${name}=${encodeValue(value)}`).join('&');
  return search ? `${path}?${search}` : path;
}
