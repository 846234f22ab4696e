import type { CallbackReading } from '../callback';
import { ConnectorUnavailable } from '../connector';
import type { ProxiedExchange } from './losing-proxy';
import type { Meanness } from './meanness';

/** Webhooks of an other side that only trigger look-ups. */
export interface WebhooksUnderTest {
  /** What it sends about the object of an answer; undefined if it sends nothing. */
  write(object: Record<string, unknown>): Buffer | undefined;
  /** Reads it as the API does, with the keys and from the address of the account or of another one. */
  read(body: Buffer, sender: 'own' | 'another'): CallbackReading;
}

/** Sends the webhooks of an other side by a seed, and looks up the operations that they name, as the platform does. */
export class MeanWebhooks {
  /** Readings of other accounts' webhooks, and look-ups that contradict an earlier one. */
  readonly problems: string[] = [];
  private readonly lookUps = new Map<string, () => Promise<{ kind: string }>>();
  private readonly results = new Map<string, string>();
  private readonly released = new Set<string>();
  private readonly waiting: Buffer[] = [];
  private isDelivering = false;

  constructor(
    private readonly webhooks: WebhooksUnderTest | undefined,
    private readonly meanness: Meanness,
  ) {}

  expectOf(operationID: string, lookUp: () => Promise<{ kind: string }>): void {
    this.lookUps.set(operationID, lookUp);
  }

  /** An approved hold may be declined from now on. */
  release(operationID: string): void {
    this.released.add(operationID);
  }

  /** Keeps the webhook of a request with an effect until `deliver`. */
  keep({ call, status, answer }: ProxiedExchange): void {
    if (this.isDelivering || call.startsWith('GET') || status >= 300 || answer === '') return;
    const webhook = this.webhooks?.write(JSON.parse(answer) as Record<string, unknown>);
    if (webhook) this.waiting.push(webhook);
  }

  /** Without webhooks it takes none: those that are late belong to another sender. */
  async deliver(webhooks?: Buffer[]): Promise<void> {
    if (!this.webhooks) return;
    this.isDelivering = true;
    for (const webhook of webhooks ?? this.meanness.post(this.waiting.splice(0)))
      await this.read(webhook).finally(() => (this.isDelivering = false));
    this.isDelivering = false;
  }

  private async read(webhook: Buffer): Promise<void> {
    const [own, foreign] = [this.webhooks?.read(webhook, 'own'), this.webhooks?.read(webhook, 'another')];
    if (foreign?.kind !== 'refused')
      this.problems.push(`another account's webhook is ${foreign?.kind}: ${webhook.toString()}`);
    if (own?.kind !== 'read' || own.notices || own.disputes)
      return void this.problems.push(`unreadable: ${webhook.toString()}`);
    const { operationID = '' } = own;
    const found = await this.lookUps
      .get(operationID)?.()
      .catch((error: unknown) => {
        if (error instanceof ConnectorUnavailable) return undefined;
        throw error;
      });
    if (found) this.record(operationID, found.kind);
  }

  /** Compares a result with the one that the operation had before. */
  record(operationID: string, kind: string): void {
    if (kind !== 'approved' && kind !== 'declined') return;
    const before = this.results.get(operationID) ?? kind;
    const isReleased = before === 'approved' && this.released.has(operationID);
    if (before !== kind && !isReleased) this.problems.push(`${operationID} is ${before}, then ${kind}`);
    this.results.set(operationID, kind);
  }
}
