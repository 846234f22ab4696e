import type { OperationStatus } from '../shared/failure.types';
import type { Timestamp } from '../shared/primitives.types';
import type { UserInteractionChange } from './user-interaction.types';
import type { WithdrawalFailure } from './withdrawal.types';

/**
 * Номер события вывода. Номера растут в порядке событий.
 *
 * @isInt
 * @minimum 0
 * @maximum 2147483647
 */
export type WithdrawalEventID = number;

/** Изменение статуса вывода. */
export interface WithdrawalStatusChanged {
  /** Вид изменения. */
  type: 'WithdrawalStatusChanged';
  /** Новый статус вывода. */
  status: OperationStatus;
  /** Причина, по которой вывод не выполнен. Есть только в статусе `Failed`. */
  failure?: WithdrawalFailure;
}

/**
 * Изменение взаимодействия с отправителем: провайдер просит его подтвердить вывод на своей странице, или ответ получен. Пока
 * взаимодействие не завершено, вывод остаётся в статусе `Pending`.
 */
export interface WithdrawalUserInteractionChanged {
  /** Вид изменения. */
  type: 'WithdrawalUserInteractionChanged';
  /** Что произошло с взаимодействием. */
  userInteractionChange: UserInteractionChange;
}

/** Изменение вывода. Вид изменения задаёт поле `type`. */
export type WithdrawalEventChange = WithdrawalStatusChanged | WithdrawalUserInteractionChanged;

/** Событие вывода. */
export interface WithdrawalEvent {
  /** Номер события. */
  eventID: WithdrawalEventID;
  /** Время события. */
  occuredAt: Timestamp;
  /** Изменения, которые произошли с выводом. */
  changes: WithdrawalEventChange[];
}

/** Условия получения событий вывода. */
export interface WithdrawalEventFilters {
  /**
   * Наибольшее число событий в ответе.
   *
   * @isInt
   * @minimum 1
   * @maximum 1000
   */
  limit: number;
  /**
   * Номер последнего события, которое вы уже получили: ответ начнётся со следующего. Если не указан, события выдаются с
   * первого.
   *
   * @isInt
   * @minimum 0
   * @maximum 2147483647
   */
  eventCursor?: number;
}
