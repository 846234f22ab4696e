import type { CheckoutMessage } from '../../messages';
import type { Attempt } from './progress';
import type { Purpose } from './purpose';

export class Announcer {
  private toldID: string | undefined;

  constructor(private readonly tell: (message: CheckoutMessage) => void) {}

  announce(last: Attempt | undefined, { subject, kind }: Purpose): void {
    if (!last || last.status === 'pending' || this.toldID === last.id) return;
    this.toldID = last.id;
    const about = { ...subject, ...(kind === 'binding' ? { bindingID: last.id } : { paymentID: last.id }) };
    if (last.status === 'succeeded') this.tell({ type: 'finished', ...about });
    else this.tell({ type: 'failed', code: last.code ?? 'PaymentRejected', ...about });
  }
}
