import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { EgressPolicy } from './egress-policy';

/** The address, or every address of the host name, is not allowed for webhooks. */
export class RefusedAddress extends Error {
  readonly code = 'ADDRESS_REFUSED';

  constructor(host: string) {
    super(`${host} is not an address of the public internet`);
    this.name = 'RefusedAddress';
  }
}

/** Resolves a host name. */
export type Resolver = (host: string) => Promise<LookupAddress[]>;

/** Connects only to allowed addresses, checked after the host name is resolved, so that a second resolution cannot differ. */
export function guardedConnect(
  reachable: EgressPolicy,
  { timeoutMs, resolver = systemResolver }: { timeoutMs: number; resolver?: Resolver | undefined },
): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs, lookup: guardedLookup(reachable, resolver) });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host) !== 0 && reachable.refuses(host)) return callback(new RefusedAddress(host), null);
    connect(options, callback);
  };
}

/** Resolves to allowed addresses only, and shares concurrent lookups of one host name. */
export function guardedLookup(reachable: EgressPolicy, resolver: Resolver = systemResolver): LookupFunction {
  const pending = new Map<string, Promise<LookupAddress[]>>();
  return (host, options, callback) => {
    const lookup = pending.get(host) ?? resolver(host).finally(() => pending.delete(host));
    pending.set(host, lookup);
    lookup.then(
      (found) => {
        const may = ({ address, family }: LookupAddress): boolean =>
          isOfFamily(family, options) && !reachable.refuses(address);
        const addresses = found.filter(may);
        const [first] = addresses;
        if (!first) return callback(new RefusedAddress(host), '', 0);
        if (options.all) return callback(null, addresses);
        callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
}

const systemResolver: Resolver = (host) =>
  new Promise((done, fail) => {
    lookup(host, { all: true }, (error, addresses) => (error ? fail(error) : done(addresses)));
  });

function isOfFamily(family: number, options: LookupOptions): boolean {
  return options.family !== 4 && options.family !== 6 ? true : options.family === family;
}
