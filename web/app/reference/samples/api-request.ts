import { splitVariables } from './variables';

/** An API request whose texts may contain variables of the reader. */
export interface ApiRequest {
  method: string;
  /** With variables, otherwise percent-encoded. */
  path: string;
  query: readonly (readonly [name: string, value: string])[];
  needsKey: boolean;
  hasRequestID: boolean;
  body?: unknown;
  /** The name of a file that is sent as it is, instead of a body. */
  file?: string;
}

/** Percent-encodes a value except for its variables. */
export function encodeValue(text: string): string {
  return splitVariables(text)
    .map((part, place) => (place % 2 ? `$${part}` : encodeURIComponent(part).replace(/[!'()*]/g, getHex)))
    .join('');
}

function getHex(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}

export function buildAddress({ path, query }: Pick<ApiRequest, 'path' | 'query'>): string {
  const search = query.map(([name, value]) => `${name}=${encodeValue(value)}`).join('&');
  return search ? `${path}?${search}` : path;
}
