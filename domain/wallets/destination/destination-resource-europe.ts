/** Перевод на счёт в зоне SEPA. */
export interface BankTransferSEPA {
  /** Вид платёжного средства. */
  type: 'BankTransferSEPA';
  /**
   * Имя получателя: до 70 символов. Источник: правила схемы SEPA Credit Transfer (EPC125-05), поле AT-21.
   *
   * @minLength 1
   * @maxLength 70
   * @example "Erika Mustermann"
   */
  accountName: string;
  /**
   * Номер счёта IBAN без пробелов, заглавными буквами. Проверяются контрольные цифры (ISO 7064, модуль 97), длина и
   * строение номера для страны, а также участие страны в SEPA. Источник: ISO 13616 и реестр IBAN организации SWIFT.
   *
   * @pattern ^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$
   * @example "DE89370400440532013000"
   */
  iban: string;
  /**
   * BIC банка получателя: 8 или 11 символов. Необязателен: банк определяется по IBAN. Источник: ISO 9362.
   *
   * @pattern ^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$
   * @example "COBADEFF"
   */
  bic?: string;
}

/** Перевод на банковский счёт в Турции. */
export interface BankTransferTRY {
  /** Вид платёжного средства. */
  type: 'BankTransferTRY';
  /**
   * Имя получателя.
   *
   * @minLength 1
   * @maxLength 140
   * @example "Ayşe Yılmaz"
   */
  accountName: string;
  /**
   * Номер счёта IBAN без пробелов: `TR`, 2 контрольные цифры, 5 цифр кода банка, ноль, 16 букв или цифр счёта.
   * Контрольные цифры проверяются. Источник: ISO 13616 и коммюнике Центрального банка Турции об IBAN.
   *
   * @pattern ^TR\d{7}0[A-Z0-9]{16}$
   * @example "TR330006100519786457841326"
   */
  iban: string;
}

/** Перевод на банковский счёт в Великобритании. */
export interface BankTransferUK {
  /** Вид платёжного средства. */
  type: 'BankTransferUK';
  /**
   * Имя получателя: по нему банк сверяет владельца счёта (Confirmation of Payee).
   *
   * @minLength 1
   * @maxLength 140
   * @example "John Smith"
   */
  accountName: string;
  /**
   * Код отделения (sort code): 6 цифр без дефисов. Источник: Pay.UK, справочник EISCD.
   *
   * @pattern ^\d{6}$
   * @example "200415"
   */
  sortCode: string;
  /**
   * Номер счёта: 8 цифр; более короткий номер дополняется нулями слева. Источник: Pay.UK. Существование счёта
   * проверяет банк.
   *
   * @pattern ^\d{8}$
   * @example "38290008"
   */
  accountNumber: string;
}
