/**
 * Токен банковской карты. Не имеет собственного срока действия и не раскрывает номер карты.
 *
 * @minLength 1
 * @maxLength 1000
 */
export type BankCardToken = string;

/** Данные банковской карты, из которых создаётся токен. */
export interface BankCard {
  /** Вид платёжного средства. */
  type?: 'BankCard';
  /**
   * Номер карты: от 12 до 19 цифр без пробелов, последняя цифра — контрольная по алгоритму Луна.
   *
   * @pattern ^\d{12,19}$
   * @example "4242424242424242"
   */
  cardNumber: string;
  /**
   * Срок действия карты: месяц и год через дробную черту. Срок в прошлом не отклоняется.
   *
   * @pattern ^\d{2}\/(\d{2}|\d{4})$
   * @example "12/29"
   */
  expDate?: string;
  /**
   * Имя владельца, как оно указано на карте: буквы любого алфавита, пробелы и знаки препинания, без цифр.
   *
   * @minLength 1
   * @maxLength 100
   * @pattern ^[^0-9]+$
   * @example "IVAN PETROV"
   */
  cardHolder?: string;
  /**
   * Код проверки подлинности карты. Платформа его не хранит.
   *
   * @pattern ^\d{3,4}$
   */
  cvv?: string;
}

/** Первые и последние цифры номера карты. */
export interface CardDigits {
  /**
   * Первые цифры номера карты (БИН).
   *
   * @pattern ^\d{6,8}$
   * @example "424242"
   */
  bin?: string;
  /**
   * Последние цифры номера карты.
   *
   * @pattern ^\d{2,4}$
   * @example "4242"
   */
  lastDigits?: string;
}

/** Банковская карта, известная платформе по токену. */
export interface SecuredBankCard extends CardDigits {
  /** Токен карты. */
  token: BankCardToken;
}

/** Созданный токен банковской карты. */
export interface StoreBankCardResponse extends CardDigits {
  /** Токен карты. Передаётся в поле `token` платёжного средства `BankCardDestinationResource`. */
  token: BankCardToken;
  /**
   * Данные авторизации карты: ссылка на ту же карту, подписанная платформой. Ни одна операция их не принимает и не проверяет;
   * чтобы указать карту, достаточно её токена.
   *
   * @minLength 1
   * @maxLength 1000
   */
  authData?: string;
}

/** Переданные данные — не банковская карта: номер не сходится по алгоритму Луна или его диапазон никому не выдан. */
export interface InvalidBankCard {
  /** Описание причины, понятное разработчику. */
  message?: string;
}
