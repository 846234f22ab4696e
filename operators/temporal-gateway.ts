import type { Client } from '@temporalio/client';
import type { Environment } from '../runtime/environment';
import type { EncryptingCodec } from '../runtime/payload-codec';
import { temporalConnectionOptions, type TemporalEnvironment } from '../runtime/temporal-connection';
import { payloadKeys } from '../security/payload-keys';

/** Settings of Temporal and its UI. */
type GatewayEnvironment = TemporalEnvironment &
  Pick<
    Environment,
    'TEMPORAL_NAMESPACE' | 'TEMPORAL_UI_URL' | 'TEMPORAL_UI_PORT' | 'TEMPORAL_PAYLOAD_KEY' | 'TEMPORAL_PAYLOAD_WRITE'
  >;

/** A client and the codec of its payloads. */
interface OpenGateway {
  client: Client;
  codec: EncryptingCodec;
}

/** Operators' access to Temporal; connects on first use and reconnects after a failure. */
export class TemporalGateway {
  private opened: Promise<OpenGateway> | undefined;

  /** @param identity the caller's name in histories */
  constructor(
    private readonly environment: GatewayEnvironment,
    private readonly identity?: string,
  ) {}

  /** The address of Temporal UI and its namespace. */
  get ui(): { uiUrl: string; namespace: string } {
    const { TEMPORAL_UI_URL, TEMPORAL_UI_PORT, TEMPORAL_NAMESPACE } = this.environment;
    return { uiUrl: TEMPORAL_UI_URL ?? `http://127.0.0.1:${TEMPORAL_UI_PORT}`, namespace: TEMPORAL_NAMESPACE };
  }

  /** @throws TemporalUnavailable */
  async client(): Promise<Client> {
    return (await this.openOnce()).client;
  }

  /** The codec of histories. @throws TemporalUnavailable */
  async codec(): Promise<EncryptingCodec> {
    return (await this.openOnce()).codec;
  }

  async close(): Promise<void> {
    const opened = await this.opened?.catch(() => undefined);
    await opened?.client.connection.close();
  }

  private openOnce(): Promise<OpenGateway> {
    this.opened ??= this.open().catch((error: unknown) => {
      this.opened = undefined;
      throw error;
    });
    return this.opened;
  }

  /** The client is loaded lazily, because the API uses it here only. */
  private async open(): Promise<OpenGateway> {
    const { Connection } = await import('@temporalio/client');
    const { engineClient } = await import('../runtime/engine-client.js');
    const { EncryptingCodec } = await import('../runtime/payload-codec.js');
    const { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace } = this.environment;
    try {
      const options = { ...temporalConnectionOptions(this.environment), connectTimeout: CONNECT_TIMEOUT_MS };
      const identity = this.identity === undefined ? {} : { identity: this.identity };
      const codec = new EncryptingCodec(payloadKeys(this.environment));
      const connection = await Connection.connect(options);
      return { client: engineClient({ connection, namespace, ...identity }, codec), codec };
    } catch (error) {
      throw new TemporalUnavailable(address, error);
    }
  }
}

const CONNECT_TIMEOUT_MS = 5_000;

export class TemporalUnavailable extends Error {
  override readonly name = 'TemporalUnavailable';

  constructor(address: string, cause: unknown) {
    super(`Temporal does not answer at ${address}`, { cause });
  }
}
