import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { AddressGuard } from './address-guard';

/** The address, or every address of the name, is not one that a webhook may reach. */
export class RefusedAddress extends Error {
  readonly code = 'ADDRESS_REFUSED';

  constructor(host: string) {
    super(`${host} is not an address of the public internet`);
    this.name = 'RefusedAddress';
  }
}

/**
 * Connects only to allowed addresses. The check stands between the resolution of the name and the connection, so that a
 * name cannot resolve to one address when it is checked and to another when it is used.
 */
export function guardedConnector(guard: AddressGuard, timeoutMs: number): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs, lookup: guardedLookup(guard) });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host) !== 0 && guard.refuses(host)) return callback(new RefusedAddress(host), null);
    connect(options, callback);
  };
}

function guardedLookup(guard: AddressGuard): LookupFunction {
  const asked = new Map<string, Promise<LookupAddress[]>>();
  return (host, options, callback) => {
    const answer = asked.get(host) ?? resolveAll(host).finally(() => asked.delete(host));
    asked.set(host, answer);
    answer.then(
      (found) => {
        const addresses = found.filter(({ address, family }) => isOfFamily(family, options) && !guard.refuses(address));
        const [first] = addresses;
        if (!first) return callback(new RefusedAddress(host), '', 0);
        if (options.all) return callback(null, addresses);
        callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
}

/** Lookups of one name that are under way are shared: a burst for one endpoint asks once. */
function resolveAll(host: string): Promise<LookupAddress[]> {
  return new Promise((done, fail) => {
    resolve(host, { all: true }, (error, addresses) => (error ? fail(error) : done(addresses)));
  });
}

function isOfFamily(family: number, options: LookupOptions): boolean {
  return options.family !== 4 && options.family !== 6 ? true : options.family === family;
}
