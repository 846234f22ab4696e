import type { Client } from '@temporalio/client';
import type { Environment } from '../runtime/environment';
import type { EncryptingCodec } from '../runtime/payload-codec';
import { temporalConnectionOptions, type TemporalEnvironment } from '../runtime/temporal-connection';
import { payloadKeys } from '../store/secrets/payload-keys';

/** What says where the engine and its UI are. */
type EngineEnvironment = TemporalEnvironment &
  Pick<
    Environment,
    'TEMPORAL_NAMESPACE' | 'TEMPORAL_UI_URL' | 'TEMPORAL_UI_PORT' | 'TEMPORAL_PAYLOAD_KEY' | 'TEMPORAL_PAYLOAD_WRITE'
  >;

/** A client, and what reads the payloads that it hands out as they are stored. */
interface Opened {
  client: Client;
  codec: EncryptingCodec;
}

/** The engine as operators ask it: connected to at the first question, and again where that failed. */
export class TemporalGateway {
  private opened: Promise<Opened> | undefined;

  /** @param identity by which histories know who asked */
  constructor(
    private readonly environment: EngineEnvironment,
    private readonly identity?: string,
  ) {}

  /** Where Temporal UI is, and which namespace it is to show. */
  get ui(): { uiUrl: string; namespace: string } {
    const { TEMPORAL_UI_URL, TEMPORAL_UI_PORT, TEMPORAL_NAMESPACE } = this.environment;
    return { uiUrl: TEMPORAL_UI_URL ?? `http://127.0.0.1:${TEMPORAL_UI_PORT}`, namespace: TEMPORAL_NAMESPACE };
  }

  /** @throws TemporalUnavailable */
  async client(): Promise<Client> {
    return (await this.openOnce()).client;
  }

  /** What reads histories. @throws TemporalUnavailable */
  async codec(): Promise<EncryptingCodec> {
    return (await this.openOnce()).codec;
  }

  async close(): Promise<void> {
    const opened = await this.opened?.catch(() => undefined);
    await opened?.client.connection.close();
  }

  private openOnce(): Promise<Opened> {
    this.opened ??= this.open().catch((error: unknown) => {
      this.opened = undefined;
      throw error;
    });
    return this.opened;
  }

  /** The client is loaded only now: the API needs it for nothing else. */
  private async open(): Promise<Opened> {
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

/** Temporal does not answer. */
export class TemporalUnavailable extends Error {
  override readonly name = 'TemporalUnavailable';

  constructor(address: string, cause: unknown) {
    super(`Temporal does not answer at ${address}`, { cause });
  }
}
