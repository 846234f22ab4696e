import { REPLAY_HEADER } from '../domain/webhook/standard-headers';
import { traced, type Tracing } from '../runtime/tracing/tracing';
import type { Attempt } from '../store/webhook/attempt.record';
import type { LeasedQueue, WaitingMessage } from '../store/webhook/queue.lease';
import type { Store } from '../store/store';
import { traceOfMessage } from '../store/webhook/message-trace';
import { HttpSender } from './http-sender';
import { Signer } from './signer';

export interface MessageSenderOptions {
  store: Store;
  /** Private networks that may be reached all the same, as CIDR. */
  allowedNetworks: readonly string[];
  /** The clock of attempts. */
  now?: () => Date;
  /** Told of each attempt. */
  onAttempt?: (attempt: Attempt) => void;
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
   * One exchange with the endpoint; what goes wrong there is an attempt that failed.
   * @param stop ends the exchange, which then counts as not made
   * @throws where the platform itself cannot: the record is away, the key cannot be opened, or `stop` was given
   */
  async send(queue: LeasedQueue, message: WaitingMessage, stop?: AbortSignal): Promise<Attempt> {
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

  private async exchange(queue: LeasedQueue, message: WaitingMessage, stop?: AbortSignal): Promise<Attempt> {
    const { webhookID, hasStandardHeaders } = queue;
    const { eventID, body, replayID } = message;
    const { now = () => new Date() } = this.options;
    const given = { webhookID, text: body };
    const outgoing = await this.signer.sign(given);
    const standard = hasStandardHeaders
      ? await this.signer.signStandard({ ...given, id: String(eventID), at: now() })
      : undefined;
    const repeated = replayID === null ? undefined : { [REPLAY_HEADER]: replayID };
    const traceparent = this.options.tracing?.current();
    const trace = traceparent === undefined ? undefined : { traceparent };
    const headers = { ...standard, ...repeated, ...trace };
    return this.http.send({ ...outgoing, headers }, { stop, now: this.options.now });
  }

  async close(): Promise<void> {
    await this.http.close();
  }
}

/** Not its address, which may bear a key. */
function getAttributes({ webhookID, subject }: LeasedQueue, { eventID, attemptCount }: WaitingMessage) {
  return {
    'holdfast.webhook_id': webhookID,
    'holdfast.subject': subject,
    'holdfast.event_id': String(eventID),
    'holdfast.attempt': attemptCount + 1,
  };
}
