/** Банк получателя в Японии. */
export interface BankJPY {
  /**
   * Название банка.
   *
   * @minLength 1
   * @maxLength 100
   */
  name: string;
  /**
   * Код банка: 4 цифры. Источник: реестр кодов финансовых организаций системы Zengin.
   *
   * @pattern ^\d{4}$
   * @example "0005"
   */
  code?: string;
  /**
   * Название отделения.
   *
   * @minLength 1
   * @maxLength 100
   */
  branchName: string;
  /**
   * Код отделения: 3 цифры. Источник: реестр системы Zengin.
   *
   * @pattern ^\d{3}$
   * @example "001"
   */
  branchCode?: string;
}

/** Перевод на банковский счёт в Японии. */
export interface BankTransferJPY {
  /** Вид платёжного средства. */
  type: 'BankTransferJPY';
  /**
   * Имя владельца счёта, как оно записано в банке.
   *
   * @minLength 1
   * @maxLength 1000
   * @example "ヤマダ タロウ"
   */
  accountName: string;
  /**
   * Номер счёта: 7 цифр (система Zengin) или 8 цифр (Почтовый банк Японии).
   *
   * @pattern ^\d{7,8}$
   * @example "1234567"
   */
  accountNumber: string;
  /** Вид счёта: `current` — текущий, `savings` — сберегательный, `checking` — расчётный. */
  accountType?: 'current' | 'savings' | 'checking';
  /** Банк получателя. */
  bank: BankJPY;
}

/** Банк получателя в Индии. */
export interface BankIND {
  /**
   * Название банка.
   *
   * @minLength 1
   * @maxLength 100
   */
  name: string;
  /**
   * Код отделения в форме IFSC: 4 заглавные буквы, ноль, 6 заглавных букв или цифр. Источник: Резервный банк Индии.
   *
   * @pattern ^[A-Z]{4}0[A-Z0-9]{6}$
   * @example "HDFC0000060"
   */
  branchCode: string;
}

/** Перевод на банковский счёт в Индии. */
export interface BankTransferIND {
  /** Вид платёжного средства. */
  type: 'BankTransferIND';
  /**
   * Имя владельца счёта.
   *
   * @minLength 1
   * @maxLength 1000
   */
  accountName: string;
  /**
   * Номер счёта.
   *
   * @minLength 1
   * @maxLength 35
   * @example "50100012345"
   */
  accountNumber: string;
  /** Система перевода. Если не указана, её выбирает провайдер. */
  transferType?: 'NEFT' | 'RTGS' | 'IMPS';
  /** Банк получателя. */
  bank: BankIND;
}

/** Банк получателя на Филиппинах. */
export interface BankPHP {
  /**
   * Название банка или эмитента электронных денег.
   *
   * @minLength 1
   * @maxLength 100
   */
  name?: string;
  /**
   * Код участника: BIC из 8 или 11 символов. Источник: ISO 9362; по нему участников различают InstaPay и PESONet.
   *
   * @pattern ^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$
   * @example "BOPIPHMM"
   */
  bic: string;
}

/** Перевод на счёт на Филиппинах. */
export interface BankTransferPHP {
  /** Вид платёжного средства. */
  type: 'BankTransferPHP';
  /**
   * Имя владельца счёта.
   *
   * @minLength 1
   * @maxLength 140
   */
  accountName: string;
  /**
   * Номер счёта в банке или телефон электронного кошелька: от 6 до 19 цифр. Источник: правила InstaPay и PESONet.
   *
   * @pattern ^\d{6,19}$
   * @example "09171234567"
   */
  accountNumber: string;
  /** Система перевода: `InstaPay` — мгновенный, `PESONet` — пакетный. Если не указана, её выбирает провайдер. */
  transferType?: 'InstaPay' | 'PESONet';
  /** Банк или эмитент электронных денег получателя: организация на Филиппинах (страна `PH` в BIC). */
  bank: BankPHP;
}

/** Перевод на банковский счёт в Южной Корее. */
export interface BankTransferKRW {
  /** Вид платёжного средства. */
  type: 'BankTransferKRW';
  /**
   * Имя владельца счёта.
   *
   * @minLength 1
   * @maxLength 140
   * @example "홍길동"
   */
  accountName: string;
  /**
   * Номер счёта без дефисов: от 10 до 16 цифр. Источник: KFTC, корейская клиринговая организация.
   *
   * @pattern ^\d{10,16}$
   * @example "11022345678"
   */
  accountNumber: string;
  /**
   * Код банка: 3 цифры. Источник: единый реестр кодов финансовых организаций KFTC.
   *
   * @pattern ^\d{3}$
   * @example "088"
   */
  bankCode: string;
}

/** Перевод на банковский счёт в Пакистане. */
export interface BankTransferPKR {
  /** Вид платёжного средства. */
  type: 'BankTransferPKR';
  /**
   * Имя владельца счёта.
   *
   * @minLength 1
   * @maxLength 140
   */
  accountName: string;
  /**
   * Номер счёта IBAN без пробелов: `PK`, 2 контрольные цифры, 4 буквы банка и 16 букв или цифр счёта. Контрольные цифры
   * проверяются. Источник: ISO 13616 и циркуляр Государственного банка Пакистана.
   *
   * @pattern ^PK\d{2}[A-Z]{4}[A-Z0-9]{16}$
   * @example "PK36SCBL0000001123456702"
   */
  iban: string;
}
