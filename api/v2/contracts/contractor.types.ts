import type { ContactInfo } from '../shared/contact-info.types';
import type { CountryCode, EmailAddress } from '../shared/primitives.types';

/** Сторона договора: юридическое лицо, частное лицо или зарегистрированный пользователь. */
export type Contractor = LegalEntity | PrivateEntity | RegisteredUser;

/** Юридическое лицо: российское или иностранное. */
export type LegalEntity = RussianLegalEntity | InternationalLegalEntity;

/** Российское юридическое лицо. */
export interface RussianLegalEntity {
  /** Вид стороны: юридическое лицо. */
  contractorType: 'LegalEntity';
  /** Вид юридического лица: российское. */
  entityType: 'RussianLegalEntity';
  /**
   * Зарегистрированное название.
   *
   * @maxLength 100
   */
  registeredName: string;
  /**
   * ОГРН (13 цифр) или ОГРНИП (15 цифр).
   *
   * @pattern ^(\d{13}|\d{15})$
   */
  registeredNumber: string;
  /**
   * ИНН: 10 или 12 цифр.
   *
   * @pattern ^(\d{10}|\d{12})$
   */
  inn: string;
  /**
   * Фактический адрес.
   *
   * @maxLength 1000
   */
  actualAddress: string;
  /**
   * Почтовый адрес.
   *
   * @maxLength 1000
   */
  postAddress: string;
  /**
   * Должность представителя.
   *
   * @maxLength 100
   */
  representativePosition: string;
  /**
   * Фамилия, имя и отчество представителя.
   *
   * @maxLength 100
   */
  representativeFullName: string;
  /**
   * Документ, на основании которого действует представитель.
   *
   * @maxLength 1000
   */
  representativeDocument: string;
  /** Банковский счёт: справочные сведения, выплат на него платформа не делает. */
  bankAccount: BankAccount;
}

/** Иностранное юридическое лицо. */
export interface InternationalLegalEntity {
  /** Вид стороны: юридическое лицо. */
  contractorType: 'LegalEntity';
  /** Вид юридического лица: иностранное. */
  entityType: 'InternationalLegalEntity';
  /** Официальное название. */
  legalName: string;
  /** Торговое название. */
  tradingName?: string;
  /** Адрес регистрации. */
  registeredOffice: string;
  /** Адрес основного места деятельности. */
  principalPlaceOfBusiness?: string;
  /**
   * Регистрационный номер.
   *
   * @maxLength 100
   */
  registeredNumber?: string;
  /** Страна регистрации. */
  country?: CountryCode;
}

/** Частное лицо. */
export type PrivateEntity = RussianPrivateEntity;

/** Частное лицо: гражданин России. */
export interface RussianPrivateEntity {
  /** Вид стороны: частное лицо. */
  contractorType: 'PrivateEntity';
  /** Вид частного лица: гражданин России. */
  entityType: 'RussianPrivateEntity';
  /**
   * Имя.
   *
   * @maxLength 200
   */
  firstName: string;
  /**
   * Фамилия.
   *
   * @maxLength 200
   */
  secondName: string;
  /**
   * Отчество.
   *
   * @maxLength 200
   */
  middleName: string;
  /** Контактные данные. */
  contactInfo: ContactInfo;
}

/** Зарегистрированный пользователь. */
export interface RegisteredUser {
  /** Вид стороны: зарегистрированный пользователь. */
  contractorType: 'RegisteredUser';
  /** Адрес электронной почты, на который зарегистрирован пользователь. */
  email: EmailAddress;
}

/** Счёт в российском банке. */
export interface BankAccount {
  /**
   * Номер счёта: 20 цифр.
   *
   * @pattern ^\d{20}$
   */
  account: string;
  /**
   * Название банка.
   *
   * @maxLength 100
   */
  bankName: string;
  /**
   * Корреспондентский счёт банка: 20 цифр.
   *
   * @pattern ^\d{20}$
   */
  bankPostAccount: string;
  /**
   * БИК банка: 9 цифр.
   *
   * @pattern ^\d{9}$
   */
  bankBik: string;
}
