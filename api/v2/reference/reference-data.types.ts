import type { CountryCode, CurrencyCode, Metadata, RealmMode } from '../shared/primitives.types';

/** Категория товаров и услуг. */
export interface Category {
  /**
   * Название категории.
   *
   * @maxLength 100
   */
  name: string;
  /**
   * Идентификатор категории.
   *
   * @isInt
   */
  categoryID: number;
  /**
   * Описание категории.
   *
   * @maxLength 1000
   */
  description?: string;
}

/** Страна. */
export interface Country {
  /** Код страны. */
  id: CountryCode;
  /**
   * Название страны.
   *
   * @maxLength 200
   */
  name: string;
  /** Торговые объединения, в которые входит страна. */
  tradeBlocs?: string[];
}

/** Торговое объединение стран. */
export interface TradeBloc {
  /** Идентификатор объединения. */
  id: string;
  /**
   * Название объединения.
   *
   * @maxLength 200
   */
  name: string;
  /**
   * Описание объединения.
   *
   * @maxLength 1000
   */
  description?: string;
}

/** Поставщик платёжных услуг. */
export interface ServiceProvider {
  /**
   * Идентификатор поставщика.
   *
   * @maxLength 100
   */
  id: string;
  /**
   * Название, которое видит плательщик.
   *
   * @maxLength 100
   */
  brandName?: string;
  /**
   * Категория услуг поставщика: по ней платёжная форма объединяет способы оплаты. Обычные значения: `onlinebanking` (оплата
   * через банк), `digitalwallet` (электронный кошелёк), `netbanking`, `paymentterminal` (терминал), `pix`, `upi`; возможны и
   * другие.
   *
   * @maxLength 100
   * @example "digitalwallet"
   */
  category?: string;
  /**
   * Данные для платёжной формы: объект, состав которого зависит от поставщика. Платформа передаёт его без изменений и сама не
   * читает.
   */
  metadata?: Metadata;
}

/** Платёжная организация: она принимает платежи по договору с участником. */
export interface PaymentInstitution {
  /**
   * Идентификатор организации.
   *
   * @isInt
   */
  id: number;
  /**
   * Название организации.
   *
   * @maxLength 200
   */
  name: string;
  /**
   * Описание организации.
   *
   * @maxLength 1000
   */
  description?: string;
  /** Страны, резидентов которых обслуживает организация. */
  residences: CountryCode[];
  /** Режим работы организации. */
  realm: RealmMode;
}

/** Условия, на которых платёжная организация принимает платежи. */
export interface PaymentTerms {
  /** Валюты, в которых принимаются платежи. */
  currencies?: CurrencyCode[];
  /** Категории товаров и услуг, за которые принимаются платежи. */
  categories?: CategoryID[];
}

/**
 * Идентификатор категории товаров и услуг.
 *
 * @isInt
 * @minimum -2147483648
 * @maximum 2147483647
 */
export type CategoryID = number;

/**
 * Идентификатор платёжной организации.
 *
 * @isInt
 * @minimum -2147483648
 * @maximum 2147483647
 */
export type PaymentInstitutionID = number;

/**
 * Идентификатор поставщика платёжных услуг.
 *
 * @minLength 1
 * @maxLength 100
 * @example "euroset"
 */
export type ServiceProviderID = string;
