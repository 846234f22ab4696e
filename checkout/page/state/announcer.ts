import type { CheckoutMessage } from '../../messages';
import type { TrackedAttempt } from './progress';
import type { Purpose } from './purpose';

export class Announcer {
  private announcedID: string | undefined;

  constructor(private readonly tell: (message: CheckoutMessage) => void) {}

  announce(last: TrackedAttempt | undefined, { subject, kind }: Purpose): void {
    if (!last || last.status === 'pending' || this.announcedID === last.id) return;
    this.announcedID = last.id;
    const about = { ...subject, ...(kind === 'binding' ? { bindingID: last.id } : { paymentID: last.id }) };
    if (last.status === 'succeeded') this.tell({ type: 'finished', ...about });
    else this.tell({ type: 'failed', code: last.code ?? 'PaymentRejected', ...about });
  }
}
