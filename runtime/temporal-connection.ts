import { readFileSync } from 'node:fs';
import type { Environment } from './environment';

export type TemporalConnectionOptions = {
  address: string;
  tls: boolean | TemporalTls;
  apiKey?: string;
};

type TemporalTls = {
  serverRootCACertificate?: Buffer;
  clientCertPair?: { crt: Buffer; key: Buffer };
};

export type TemporalEnvironment = Pick<
  Environment,
  | 'TEMPORAL_ADDRESS'
  | 'TEMPORAL_TLS'
  | 'TEMPORAL_TLS_CERT'
  | 'TEMPORAL_TLS_KEY'
  | 'TEMPORAL_TLS_CA'
  | 'TEMPORAL_API_KEY'
>;

/** Builds the options for a dev server, a cluster (mutual TLS) or Temporal Cloud (certificate or API key). */
export function temporalConnectionOptions(environment: TemporalEnvironment): TemporalConnectionOptions {
  const { TEMPORAL_TLS_CERT: certificate, TEMPORAL_TLS_KEY: key, TEMPORAL_TLS_CA: authority } = environment;
  if ((certificate === undefined) !== (key === undefined)) {
    throw new Error('TEMPORAL_TLS_CERT and TEMPORAL_TLS_KEY must be given together');
  }
  const files: TemporalTls = {
    ...(authority === undefined ? {} : { serverRootCACertificate: readFileSync(authority) }),
    ...(certificate === undefined || key === undefined
      ? {}
      : { clientCertPair: { crt: readFileSync(certificate), key: readFileSync(key) } }),
  };
  const apiKey = environment.TEMPORAL_API_KEY;
  const isPlainTls = environment.TEMPORAL_TLS || apiKey !== undefined;
  return {
    address: environment.TEMPORAL_ADDRESS,
    tls: Object.keys(files).length > 0 ? files : isPlainTls,
    ...(apiKey === undefined ? {} : { apiKey }),
  };
}
