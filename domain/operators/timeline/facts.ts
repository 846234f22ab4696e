import type { RankedAccount } from '../../payments/connector-account/order-accounts';
import type { ReviewFact } from '../../payments/inspection/review-fact';
import type { DisputeProblem } from '../../payments/dispute/dispute-problem';
import type { CommandFailureCode } from '../operator-command/failure-code';
import type { FindingKind } from '../reconciliation/finding';
import type { FindingFacts } from '../reconciliation/finding-facts';
import type { FindingStatus } from '../reconciliation/finding.machine';
import type { WholeNumber } from '../../platform/fields/whole-number';

/** Сумма. */
export interface FactAmount {
  /**
   * Сумма в минимальных единицах валюты.
   * @isLong
   * @maximum 9007199254740991
   */
  amount: number;
  /** Код валюты по ISO 4217. */
  currency: string;
}

/** Запрос к API или работа, которую начал оператор или процесс. */
export interface CallFact {
  /** Вид. */
  type: 'call';
  /** Операция API или вид команды оператора. */
  operation: string;
  /** Кто её начал: `apiKey/…`, `invoiceToken/…`, `operator/…`. */
  caller: string;
  /** Идентификатор запроса или процесса. */
  requestID: string;
  /** Код ответа; нет у работы без запроса. */
  status?: WholeNumber;
  /** Код отказа. */
  refusal?: string;
}

/** Шаг команды оператора. */
export interface CommandFact {
  /** Вид. */
  type: 'command';
  /** Идентификатор команды. */
  commandID: string;
  /** Вид команды. */
  command: string;
  /** Шаг. */
  step: 'requested' | 'approved' | 'rejected' | 'succeeded' | 'failed' | 'expired';
  /** Имя оператора, который запросил, одобрил или отклонил команду. */
  by?: string;
  /** Роль, с которой её запросили. */
  role?: string;
  amount?: FactAmount;
  failure?: CommandFailureCode;
  /** Что записал оператор: показывается как есть. */
  text?: string;
}

/** Изменение объекта. */
export interface ChangeFact {
  /** Вид. */
  type: 'change';
  /** Номер события объекта. */
  event: WholeNumber;
  /** Вид изменения; у вывода средств — `StatusChanged`. */
  change: string;
  /** Новый статус. */
  status?: string;
  /** Платёж инвойса. */
  paymentID?: string;
  /** Возврат платежа. */
  refundID?: string;
  /** Привязка покупателя. */
  bindingID?: string;
  /** Правило до авторизации, которое отклонило платёж. */
  rule?: string;
  /** Код неудачи: путь вида `authorization_failed:insufficient_funds`. */
  failure?: string;
  /** Записанная причина: показывается как есть. */
  text?: string;
}

/** Проводка. */
export interface TransferFact {
  /** Вид. */
  type: 'transfer';
  /** Идентификатор проводки. */
  transferID: string;
  /** `posted` — перевод, `pending` — удержание, `post` — списание удержанного, `void` — снятие удержания. */
  transfer: string;
  /** Счёт, с которого списано. */
  debitAccountID: string;
  /** Счёт, на который зачислено. */
  creditAccountID: string;
  amount: FactAmount;
  /** Зачем: постоянная строка платформы. */
  purpose: string;
}

/** Шаг процесса в Temporal. */
export interface StepFact {
  /** Вид. */
  type: 'step';
  /** Шаг. */
  step:
    | 'started'
    | 'activityStarted'
    | 'activityCompleted'
    | 'activityFailed'
    | 'activityRetrying'
    | 'timerStarted'
    | 'timerFired'
    | 'signalled'
    | 'updated'
    | 'ended';
  /** Что это: вид процесса, действие, сигнал, запрос или то, как процесс закончился. */
  name?: string;
  /** Номер попытки действия. */
  attempt?: WholeNumber;
  /** Сколько секунд ждёт таймер. */
  seconds?: number;
  /** Чего ждёт таймер. */
  summary?: string;
  /** Итог процесса. */
  result?: string;
  /** Когда будет следующая попытка. */
  nextAt?: string;
  /** Ошибка предыдущей попытки: показывается как есть. */
  previousFailure?: string;
  /** Ошибка: показывается как есть. */
  text?: string;
}

/** Обращение к провайдеру или его ответ. */
export interface RequestFact {
  /** Вид. */
  type: 'request';
  /** Подключение. */
  connector: string;
  /** Идентификатор операции у провайдера. */
  operationID: string;
  /** Номер попытки платежа. */
  attempt?: WholeNumber;
  /** Почему обратились именно к нему; у ответа нет. */
  cause?: string;
  /** Как были упорядочены подключения: у первой попытки. */
  ranking?: readonly RankedAccount[];
  /** Чем закончилось: у ответа. */
  outcome?: string;
  fee?: FactAmount;
  /** Код неудачи: путь вида `authorization_failed:insufficient_funds`. */
  failure?: string;
  /** Ссылка или слова провайдера: показываются как есть. */
  text?: string;
}

/** Сообщение провайдера о споре. */
export interface DisputeFact {
  /** Вид. */
  type: 'dispute';
  /** Подключение. */
  account: string;
  /** Идентификатор спора у провайдера. */
  reference: string;
  /** Что произошло со спором. */
  event: string;
  /** Этап. */
  stage?: string;
  amount?: FactAmount;
  /** Код причины по правилам платёжной системы. */
  reasonCode?: string;
  /** Категория причины. */
  category?: string;
  /** До какого времени можно отправить доказательства. */
  answerDueAt?: string;
  /** Что стало с сообщением. */
  state: string;
  problem?: DisputeProblem;
}

/** Доставка сообщения вебхука. */
export interface DeliveryFact {
  /** Вид. */
  type: 'delivery';
  /** `waiting` — попыток ещё не было, `attempted` — была попытка, `discarded` — сообщение отброшено. */
  state: 'waiting' | 'attempted' | 'discarded';
  /** Идентификатор вебхука. */
  webhookID: string;
  /** Идентификатор сообщения. */
  eventID: string;
  /** Вид события. */
  eventType: string;
  /** Номер попытки: её запрос показывает `getAttemptRequest`. */
  attempt?: WholeNumber;
  /** Код ответа; нет, если ответа не было. */
  status?: WholeNumber;
  /** Сколько длилась попытка. */
  durationMs?: WholeNumber;
  /** Почему сообщение отброшено. */
  discardReason?: string;
  /** Ответ или ошибка соединения: показывается как есть. */
  text?: string;
}

/** Расхождение, найденное при сверке, или его конец. */
export interface FindingFact {
  /** Вид. */
  type: 'finding';
  /** Идентификатор расхождения. */
  findingID: string;
  /** Подключение. */
  connector: string;
  finding: FindingKind;
  /** Идентификатор операции у провайдера. */
  operationID: string;
  status: FindingStatus;
  /** Что известно о расхождении; нет у его конца. */
  facts?: FindingFacts;
  connectorAmount?: FactAmount;
  recordedAmount?: FactAmount;
  /** Кто закрыл расхождение. */
  by?: string;
  /** Что записал тот, кто его закрыл: показывается как есть. */
  text?: string;
}

/** Заметка оператора: её видят только операторы. */
export interface NoteFact {
  /** Вид. */
  type: 'note';
  /** Имя оператора. */
  by: string;
  /** Текст: показывается как есть. */
  text: string;
}

/** Чего в истории нет. */
export interface MissingFact {
  /** Записи какого вида: `workflowSteps` — шаги процессов, `payments` — проводки и обращения к провайдерам из-за платежей. */
  what: 'workflowSteps' | 'payments' | 'events' | 'commands' | 'transfers' | 'calls' | 'messages' | 'findings';
  /** Сколько процессов или платежей не прочитано. */
  unread?: WholeNumber;
  /** Сколько самых ранних записей показано. */
  shown?: WholeNumber;
  /** Почему: показывается как есть. */
  text?: string;
}

/** Что произошло: факты, а не текст. Слова для них выбирает тот, кто показывает историю. */
export type TimelineFact =
  | CallFact
  | CommandFact
  | ChangeFact
  | TransferFact
  | StepFact
  | RequestFact
  | DisputeFact
  | ReviewFact
  | DeliveryFact
  | FindingFact
  | NoteFact;
