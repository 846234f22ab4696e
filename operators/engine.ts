import type { Client } from '@temporalio/client';
import type { Environment } from '../runtime/environment';
import { temporalConnectionOptions, type TemporalEnvironment } from '../runtime/temporal-connection';

/** What says where the engine and its UI are. */
type EngineEnvironment = TemporalEnvironment &
  Pick<Environment, 'TEMPORAL_NAMESPACE' | 'TEMPORAL_UI_URL' | 'TEMPORAL_UI_PORT'>;

/** The engine as operators ask it: connected to at the first question, and again where that failed. */
export class Engine {
  private opened: Promise<Client> | undefined;

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

  /** @throws EngineAway */
  async client(): Promise<Client> {
    this.opened ??= this.open().catch((error: unknown) => {
      this.opened = undefined;
      throw error;
    });
    return this.opened;
  }

  async close(): Promise<void> {
    const client = await this.opened?.catch(() => undefined);
    await client?.connection.close();
  }

  /** The client is loaded only now: the API needs it for nothing else. */
  private async open(): Promise<Client> {
    const { Client: EngineClient, Connection } = await import('@temporalio/client');
    const { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace } = this.environment;
    try {
      const options = { ...temporalConnectionOptions(this.environment), connectTimeout: CONNECT_TIMEOUT_MS };
      const identity = this.identity === undefined ? {} : { identity: this.identity };
      return new EngineClient({ connection: await Connection.connect(options), namespace, ...identity });
    } catch (error) {
      throw new EngineAway(address, error);
    }
  }
}

const CONNECT_TIMEOUT_MS = 5_000;

/** Temporal does not answer. */
export class EngineAway extends Error {
  override readonly name = 'EngineAway';

  constructor(address: string, cause: unknown) {
    super(`Temporal does not answer at ${address}`, { cause });
  }
}
