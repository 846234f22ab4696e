import type { BankFileFaultKind } from '../bank-file/bank-file';

/**
 * Нарушенное правило. `limit` и `values` называют границу и значения: `tooSmall` и `tooBig` — границу, `unknownValue` — допустимые значения,
 * `unknownField` — лишние поля; у правил о связях — на что они указывают.
 */
export type ProblemRule =
  | BankFileFaultKind
  | 'required'
  | 'wrongType'
  | 'wrongFormat'
  | 'tooSmall'
  | 'tooBig'
  | 'unknownValue'
  | 'unknownField'
  | 'notCurrency'
  | 'notCountry'
  | 'notMoment'
  | 'notDuration'
  | 'notPercentage'
  | 'notUrl'
  | 'notTimeZone'
  | 'notIban'
  | 'notBic'
  | 'minimumAboveMaximum'
  | 'startNotBeforeEnd'
  | 'notPositive'
  | 'repeatedCurrency'
  | 'emptyFee'
  | 'percentAndTiers'
  | 'currencyMissing'
  | 'tiersNotAscending'
  | 'tiersNotFromZero'
  | 'tiersOfRefund'
  | 'weightMissing'
  | 'contractRequired'
  | 'alreadyDefined'
  | 'ofAnotherParty'
  | 'noParty'
  | 'noCategory'
  | 'noPaymentInstitution'
  | 'noContract'
  | 'noServiceProvider'
  | 'noConnectorAccount'
  | 'testAccount'
  | 'liveAccount'
  | 'categoryNotAccepted'
  | 'currencyNotAccepted'
  | 'noRoute'
  | 'notSupported'
  | 'unchangeable'
  | 'notInFuture'
  | 'notOnlyTerms'
  | 'otherRealm'
  | 'privateAddress'
  | 'notHttps'
  | 'other';

/** Что не так с одним местом. */
export interface ProblemFacts {
  rule: ProblemRule;
  /** Граница: число, длина или число элементов. */
  limit?: number;
  /** Значения. */
  values?: readonly string[];
  /** Объект вне файла, у которого из-за файла возникает нарушение: вид, идентификатор и поле. */
  onRecord?: string;
  /** Правило словами того, кто его задал: показывается как есть; только у `wrongFormat` и `other`. */
  text?: string;
}
