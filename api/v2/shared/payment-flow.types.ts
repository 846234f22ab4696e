import type { Timestamp } from './primitives.types';

/**
 * Способ проведения платежа: в один этап или с удержанием средств.
 *
 * @example { "type": "PaymentFlowHold", "onHoldExpiration": "cancel" }
 */
export type PaymentFlow = PaymentFlowInstant | PaymentFlowHold;

/** Платёж в один этап: деньги списываются сразу. */
export interface PaymentFlowInstant {
  /** Способ проведения: в один этап. */
  type: 'PaymentFlowInstant';
}

/** Платёж с удержанием: средства удерживаются, а затем списываются подтверждением или освобождаются отменой. */
export interface PaymentFlowHold {
  /** Способ проведения: с удержанием средств. */
  type: 'PaymentFlowHold';
  /**
   * Что сделать, если до истечения удержания платёж не подтверждён и не отменён: `cancel` — отменить, `capture` —
   * подтвердить.
   *
   * @default "cancel"
   * @extension {"x-required": true}
   */
  onHoldExpiration?: 'cancel' | 'capture';
  /**
   * Время, до которого удерживаются средства. Определяется платформой.
   *
   * @extension {"x-read-only": true}
   */
  heldUntil?: Timestamp;
}
