import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { EgressPolicy } from '../store/webhook/egress-policy';

/** The address, or every address of the name, is not one that a webhook may reach. */
export class RefusedAddress extends Error {
  readonly code = 'ADDRESS_REFUSED';

  constructor(host: string) {
    super(`${host} is not an address of the public internet`);
    this.name = 'RefusedAddress';
  }
}

/** Asks what a name stands for. */
export type Resolver = (host: string) => Promise<LookupAddress[]>;

/**
 * Connects only to allowed addresses. The check stands between the resolution of the name and the connection, so that a
 * name cannot resolve to one address when it is checked and to another when it is used.
 */
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

/** Lookups of one name that are under way are shared: a burst for one endpoint asks once. */
function guardedLookup(reachable: EgressPolicy, resolver: Resolver): LookupFunction {
  const asked = new Map<string, Promise<LookupAddress[]>>();
  return (host, options, callback) => {
    const answer = asked.get(host) ?? resolver(host).finally(() => asked.delete(host));
    asked.set(host, answer);
    answer.then(
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

/** Asks the operating system for all addresses of a name. */
const systemResolver: Resolver = (host) =>
  new Promise((done, fail) => {
    lookup(host, { all: true }, (error, addresses) => (error ? fail(error) : done(addresses)));
  });

function isOfFamily(family: number, options: LookupOptions): boolean {
  return options.family !== 4 && options.family !== 6 ? true : options.family === family;
}
