import type { ConnectorKind } from './connector-kind';

/** Decides which hosts connectors may reach besides the published ones. */
export interface HostPolicy {
  refusesHost(host: string): boolean;
  /** Whether a host is allowed only because of its network. */
  allowsInside(host: string): boolean;
}

/** An address that an account may not have, by setting. */
export interface RefusedSetting {
  setting: string;
  problem: 'privateAddress' | 'notHttps';
}

/** Finds addresses in private networks that are not allowed, and addresses that would be called in clear. */
export function findRefusedAddress(
  kind: ConnectorKind,
  settings: Readonly<Record<string, unknown>>,
  policy: HostPolicy,
): RefusedSetting | undefined {
  for (const [setting, { hostname, protocol }] of listOtherAddresses(kind, settings)) {
    if (policy.refusesHost(hostname)) {
      return { setting, problem: 'privateAddress' };
    }
    if (protocol !== 'https:' && !policy.allowsInside(hostname)) return { setting, problem: 'notHttps' };
  }
  return undefined;
}

/** Returns the addresses of an account that are not the acquirer's own published ones, by setting. */
function listOtherAddresses(kind: ConnectorKind, settings: Readonly<Record<string, unknown>>): [string, URL][] {
  const published = kind.origins.map(toPattern);
  return kind.settings.flatMap(({ name, kind: type }): [string, URL][] => {
    const given = settings[name];
    if (type !== 'url' || typeof given !== 'string') return [];
    const url = new URL(given);
    return published.some((pattern) => pattern.test(url.origin)) ? [] : [[name, url]];
  });
}

function toPattern(origin: string): RegExp {
  const escaped = origin.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace('*', '[a-z0-9-]+');
  return new RegExp(`^${escaped}$`);
}
