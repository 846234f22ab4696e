import type { ConfigurationFields } from '../configuration/configuration.types';
import type { EntityID } from '../timelines/timeline.types';
import type { Reason } from '../webhooks/webhook.types';

/** Учётная запись провайдера у эквайера. Реквизиты доступа не показываются. */
export interface ConnectorAccountState {
  /** Идентификатор: его называют маршруты. */
  id: string;
  /** Коннектор. */
  connector: string;
  /** Название для операторов. */
  name: string;
  /** Настоящие деньги (`live`) или нет (`test`): узнаётся по реквизитам. */
  realm: 'test' | 'live';
  /** Принимает ли новые операции; начатые выключенная учётная запись завершает. */
  isEnabled: boolean;
  settings: ConfigurationFields;
  /** Версия: растёт с каждым изменением. */
  version: number;
  /** Когда создана. */
  createdAt: string;
  /** Когда заменены реквизиты доступа. */
  credentialsAt: string;
  /** Изменил ли что-нибудь запрос. */
  isChanged?: boolean;
}

/** Учётные записи. */
export interface ConnectorAccountList {
  /** Учётные записи по порядку идентификаторов. */
  accounts: ConnectorAccountState[];
}

/** Реквизиты доступа и настройки. */
export interface ConnectorAccess {
  credentials: ConfigurationFields;
  settings?: ConfigurationFields;
  reason: Reason;
}

/** Новая учётная запись. */
export interface NewConnectorAccountParams extends ConnectorAccess {
  id: EntityID;
  connector: EntityID;
  /**
   * Название для операторов.
   * @minLength 1
   * @maxLength 100
   */
  name: string;
}

/** Поле реквизитов доступа или настроек. */
export interface ConnectorFieldDescription {
  /** Имя в `credentials` или `settings`. */
  name: string;
  /** Название на двух языках. */
  label: {
    /** На английском. */
    en: string;
    /** На русском. */
    ru: string;
  };
  /** Вид значения. */
  kind: 'text' | 'url' | 'integer' | 'choice' | 'list';
  /** Секрет не показывается. */
  isSecret: boolean;
  /** Обязательно ли поле. */
  isRequired: boolean;
  /** Значения, из которых выбирают. */
  options?: string[];
  /** Значение, если поле не задано; список через запятую. */
  default?: string;
}

/** Коннектор: что он умеет и какие поля есть у его учётных записей. */
export interface ConnectorKindDescription {
  /** Имя, постоянное. */
  name: string;
  /** Название эквайера. */
  label: string;
  /** Поля реквизитов доступа. */
  credentials: ConnectorFieldDescription[];
  /** Поля настроек. */
  settings: ConnectorFieldDescription[];
}

/** Коннекторы этой платформы. */
export interface ConnectorKindList {
  /** Коннекторы. */
  kinds: ConnectorKindDescription[];
}
