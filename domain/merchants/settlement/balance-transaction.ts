/**
 * Что изменило баланс: `payment` — платёж, `allocation` — доля платежа другого магазина, `refund` — возврат, `chargeback` и
 * `chargebackReversal` — чарджбэк и его отмена, `disputeFee` и `disputeFeeReversal` — плата за рассмотрение и её возврат,
 * `correction` — поправка оператора, `payout` и `payoutFailure` — выплата и её возвращение на баланс, `reserveHold` и
 * `reserveRelease` — удержание в резерв и возвращение из него, `netting` — зачёт между магазинами одного договора, `writeOff` —
 * списание долга магазина, `refundFee`, `payoutFee` и `processingFee` — комиссия за возврат, за выплату и за месяц, `feeReturn` — возврат
 * комиссии.
 */
export type BalanceTransactionType =
  | 'payment'
  | 'allocation'
  | 'refund'
  | 'chargeback'
  | 'chargebackReversal'
  | 'disputeFee'
  | 'disputeFeeReversal'
  | 'correction'
  | 'payout'
  | 'payoutFailure'
  | 'reserveHold'
  | 'reserveRelease'
  | 'netting'
  | 'writeOff'
  | 'refundFee'
  | 'payoutFee'
  | 'processingFee'
  | 'feeReturn';

/** К чему относится операция. Заполнены только подходящие поля. */
export interface BalanceTransactionSource {
  /** Инвойс. */
  invoiceID?: string;
  /** Платёж в инвойсе. */
  paymentID?: string;
  /** Возврат в платеже. */
  refundID?: string;
  /** Чарджбэк в платеже. */
  chargebackID?: string;
  /** Выплата. */
  payoutID?: string;
  /** Команда оператора. */
  commandID?: string;
  /** Пакет, который удержал резерв или зачёл долг другого магазина. */
  batchID?: string;
}

/** A movement of a shop's settlement accounts; the withheld fee of a payment is part of its line, other fees are lines without a gross amount. Amounts are in minor units, negative for what the shop gives. */
export interface BalanceTransaction {
  /** The id of the ledger's transfer. */
  id: string;
  type: BalanceTransactionType;
  grossMinor: bigint;
  /** Withheld; negative if it is returned. */
  feeMinor: bigint;
  /** The VAT within the fee. */
  vatMinor: bigint;
  netMinor: bigint;
  currency: string;
  source: BalanceTransactionSource;
  createdAt: Date;
  /** A day (`YYYY-MM-DD`) from which it may be paid out. */
  availableOn: string;
  /** The closed batch that has it, null before. */
  batchID: string | null;
  /** What the operators wrote of a correction or a write-off. */
  text?: string;
}

const FORMS: readonly [form: RegExp, type: BalanceTransactionType][] = [
  [/^payment\/(?<invoiceID>[^./]+)\.(?<paymentID>[^./]+)\/capture$/, 'payment'],
  [/^payment\/(?<invoiceID>[^./]+)\.(?<paymentID>[^./]+)\/allocation\/[^/]+$/, 'allocation'],
  [/^refund\/(?<invoiceID>[^./]+)\.(?<paymentID>[^./]+)\.(?<refundID>[^./]+)\/post\/[^/]+$/, 'refund'],
  [chargebackForm('body(?:/[^/]+)?/post'), 'chargeback'],
  [chargebackForm('body(?:/[^/]+)?/return'), 'chargebackReversal'],
  [chargebackForm('levy/post'), 'disputeFee'],
  [chargebackForm('levy/return'), 'disputeFeeReversal'],
  [/^correction\/(?<commandID>[^/]+)$/, 'correction'],
  [/^payout\/(?<payoutID>[^/]+)\/created$/, 'payout'],
  [/^payout\/(?<payoutID>[^/]+)\/(?:failed|cancelled|returned)$/, 'payoutFailure'],
  [/^reserve\/(?<batchID>[^/]+)\/[^/]+\/hold$/, 'reserveHold'],
  [/^reserve\/(?<batchID>[^/]+)\/[^/]+\/release$/, 'reserveRelease'],
  [/^netting\/(?<batchID>[^/]+)\/[^/]+$/, 'netting'],
  [/^write-off\/(?<commandID>[^/]+)$/, 'writeOff'],
  [/^payment\/(?<invoiceID>[^./]+)\.(?<paymentID>[^./]+)\/fee$/, 'processingFee'],
  [/^monthly-fee\/[0-9]{4}-[0-9]{2}\/[A-Z]{3}\/.+$/, 'processingFee'],
  [/^refund\/(?<invoiceID>[^./]+)\.(?<paymentID>[^./]+)\.(?<refundID>[^./]+)\/fee$/, 'refundFee'],
  [/^refund\/(?<invoiceID>[^./]+)\.(?<paymentID>[^./]+)\.(?<refundID>[^./]+)\/fee-return\/[0-9]+$/, 'feeReturn'],
  [/^payout\/(?<payoutID>[^/]+)\/fee$/, 'payoutFee'],
  [/^payout\/(?<payoutID>[^/]+)\/fee-return$/, 'feeReturn'],
];

function chargebackForm(rest: string): RegExp {
  return new RegExp(
    `^chargeback/(?<invoiceID>[^./]+)\\.(?<paymentID>[^./]+)\\.(?<chargebackID>[^./]+)/[0-9]+/${rest}$`,
  );
}

/** Reads the type and the source of a transfer of the ledger from its id. @throws Error if it is no transfer of a shop's settlement */
export function readTransferID(id: string): { type: BalanceTransactionType; source: BalanceTransactionSource } {
  for (const [form, type] of FORMS) {
    const found = form.exec(id);
    if (found) return { type, source: { ...found.groups } };
  }
  throw new Error(`the transfer ${id} is no movement of a shop's settlement`);
}

/** A regular expression of PostgreSQL for the ids of a type's transfers. */
export function transferIDPattern(type: BalanceTransactionType): string {
  const forms = FORMS.filter(([, each]) => each === type);
  return forms.map(([{ source }]) => source.replaceAll(/\(\?<\w+>/g, '(')).join('|');
}

/** Only what payers paid waits for its day; whatever else is available at once. */
export function isDelayed(type: BalanceTransactionType): boolean {
  return type === 'payment' || type === 'allocation';
}
