import type { Attempt } from '../store/webhook/attempt.record';
import type { LeasedQueue, WaitingMessage } from '../store/webhook/queue.lease';
import type { Store } from '../store/store';
import { HttpSender } from './http-sender';
import { Signer } from './signer';

export interface MessageSenderOptions {
  store: Store;
  /** Private networks that may be reached all the same, as CIDR. */
  allowedNetworks: readonly string[];
  /** The clock of attempts. */
  now?: () => Date;
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
  async send({ webhookID }: LeasedQueue, message: WaitingMessage, stop?: AbortSignal): Promise<Attempt> {
    const outgoing = await this.signer.sign({ webhookID, text: message.body });
    return this.http.send(outgoing, { stop, now: this.options.now });
  }

  async close(): Promise<void> {
    await this.http.close();
  }
}
