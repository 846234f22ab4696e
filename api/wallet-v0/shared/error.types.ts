import type { EntityID, ExternalID } from './primitives.types';

/**
 * Тип ошибки в данных запроса:
 *
 * - `SchemaViolated` — данные не соответствуют схеме запроса;
 * - `NotFound` — нет обязательного параметра или указанного объекта;
 * - `WrongType` — неверный тип значения;
 * - `NotInRange` — значение вне допустимого диапазона;
 * - `WrongSize` — неверное число элементов;
 * - `WrongLength` — неверная длина строки или слишком большой объём данных;
 * - `WrongArray` — неверный состав списка;
 * - `NoMatch` — значение не подходит под допустимый вид или набор значений;
 * - `InvalidResourceToken` — токен платёжного средства неверен или выдан не вам;
 * - `InvalidToken` — метка продолжения, токен разрешения или токен котировки неверны или просрочены.
 */
export type BadRequestErrorType =
  | 'SchemaViolated'
  | 'NotFound'
  | 'WrongType'
  | 'NotInRange'
  | 'WrongSize'
  | 'WrongLength'
  | 'WrongArray'
  | 'NoMatch'
  | 'InvalidResourceToken'
  | 'InvalidToken';

/** Ошибка в данных запроса. */
export interface BadRequest {
  /** Тип ошибки. */
  errorType: BadRequestErrorType;
  /** Название поля, параметра или заголовка, в котором найдена ошибка. */
  name?: string;
  /** Описание ошибки, понятное разработчику. Его текст может меняться. */
  description?: string;
}

/** Переданный `externalID` уже использован с другими параметрами. */
export interface ConflictRequest {
  /** Ваш идентификатор, который уже занят. */
  externalID?: ExternalID;
  /** Идентификатор объекта, созданного с этим `externalID` раньше. */
  id?: EntityID;
  /** Описание ошибки, понятное разработчику. */
  message?: string;
}

/** Данные операции недопустимы: запрос верен по форме, но выполнить его нельзя. */
export interface InvalidOperationParameters {
  /** Описание причины, понятное разработчику. */
  message?: string;
}
