import { REPLAY_HEADER } from '../domain/delivery/webhook/standard-headers';
import { traced, type Tracing } from '../runtime/tracing/tracing';
import type { QueueAttempt } from '../store/delivery/webhook/attempt.record';
import type { LeasedQueue, WaitingMessage } from '../store/delivery/webhook/queue.lease';
import type { Store } from '../store/store';
import { traceOfMessage } from '../store/delivery/webhook/message-trace';
import { HttpSender } from './http-sender';
import { Signer } from './signer';

export interface MessageSenderOptions {
  store: Store;
  /** Private networks that webhooks may reach, as CIDR. */
  allowedNetworks: readonly string[];
  /** The clock of attempts. */
  now?: () => Date;
  /** Called after each attempt. */
  onAttempt?: (attempt: QueueAttempt) => void;
  tracing?: Tracing | undefined;
}

/** Signs messages and sends them to the endpoints of their webhooks. */
export class MessageSender {
  private readonly signer: Signer;
  private readonly http: HttpSender;

  constructor(private readonly options: MessageSenderOptions) {
    this.signer = new Signer(options.store);
    this.http = new HttpSender(options);
  }

  /**
   * Delivers a message once; a failure at the endpoint is a failed attempt.
   * @param stop aborts the delivery, which is then not recorded
   * @throws when the database is unavailable, the key cannot be decrypted, or `stop` aborts
   */
  async send(queue: LeasedQueue, message: WaitingMessage, stop?: AbortSignal): Promise<QueueAttempt> {
    const { tracing, store, onAttempt } = this.options;
    const parent = tracing && (await traceOfMessage(store.database, message.eventID));
    const attempt = await traced(
      tracing,
      () => ({ name: 'webhook', kind: 'client', attributes: getAttributes(queue, message), parent }),
      () => this.exchange(queue, message, stop),
    );
    onAttempt?.(attempt);
    return attempt;
  }

  private async exchange(queue: LeasedQueue, message: WaitingMessage, stop?: AbortSignal): Promise<QueueAttempt> {
    const { webhookID, url, hasStandardHeaders } = queue;
    const { eventID, body, replayID } = message;
    const { now = () => new Date() } = this.options;
    const given = { webhookID, text: body };
    const signed = await this.signer.sign(given);
    const standard = hasStandardHeaders
      ? await this.signer.signStandard({ ...given, id: String(eventID), at: now() })
      : undefined;
    const repeated = replayID === null ? undefined : { [REPLAY_HEADER]: replayID };
    const traceparent = this.options.tracing?.current();
    const trace = traceparent === undefined ? undefined : { traceparent };
    const headers = { ...standard, ...repeated, ...trace };
    return this.http.send({ url, ...signed, headers }, { stop, now: this.options.now });
  }

  async close(): Promise<void> {
    await this.http.close();
  }
}

/** Leaves out the URL, which may contain a secret. */
function getAttributes({ webhookID, subject }: LeasedQueue, { eventID, attemptCount }: WaitingMessage) {
  return {
    'holdfast.webhook_id': webhookID,
    'holdfast.subject': subject,
    'holdfast.event_id': String(eventID),
    'holdfast.attempt': attemptCount + 1,
  };
}
