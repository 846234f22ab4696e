import type { AnswerFact } from '../../../domain/operators/reconciliation/answer-fact';
import type { FindingKind } from '../../../domain/operators/reconciliation/finding';
import type { FindingFacts } from '../../../domain/operators/reconciliation/finding-facts';
import type { ReconciliationProblem } from '../../../domain/operators/reconciliation/problem';
import type { FindingStatus } from '../../../domain/operators/reconciliation/finding.machine';
import type { MinorAmount } from '../shared/amount.types';

/** Сколько расхождений одного вида ждёт оператора. */
export interface OpenFindings {
  kind: FindingKind;
  /** Сколько их. */
  count: number;
}

/** Как далеко зашла сверка с коннектором. */
export interface ReconciledConnectorState {
  /** Имя коннектора. */
  connector: string;
  /** До какого времени операции сверены в первый раз, в течение часа. */
  comparedOnceUntil: string;
  /** До какого времени они сверены во второй раз, в течение суток. */
  comparedTwiceUntil: string;
  /** Когда закончено последнее сравнение. */
  comparedAt?: string;
  problem?: ReconciliationProblem;
  /** С какого времени она невозможна. */
  problemSince?: string;
  /** Когда оператор прекратил сверку. */
  endedAt?: string;
  /** Кто прекратил её. */
  endedBy?: string;
  /** Почему. */
  endReason?: string;
  /** Что ждёт оператора. */
  open: OpenFindings[];
  /** Изменил ли что-нибудь этот запрос; есть в ответах на действия. Повторное действие ничего не меняет. */
  isChanged?: boolean;
}

/** Состояние сверки. */
export interface ReconciliationState {
  /** Коннекторы, которые сверяются. */
  connectors: ReconciledConnectorState[];
}

/** Чем ответ провайдера отличается от запроса. */
export interface AnswerDifferenceFact {
  fact: AnswerFact;
  /** Что просили; суммы в минорных единицах. У комиссии — сумма, с которой она взята. */
  requested: string;
  /** Что ответил провайдер; нет, если ответ об этом молчит. */
  answered?: string;
}

/** Расхождение между коннектором и записями платформы. */
export interface ReconciliationFinding {
  /** Идентификатор расхождения. */
  id: string;
  /** Имя коннектора. */
  connector: string;
  kind: FindingKind;
  status: FindingStatus;
  /** Объект, о котором операция: `payment/INVOICE.PAYMENT`, `refund/…`, `withdrawal/…`. */
  subject: string;
  /** Имя операции, под которым её знает коннектор; у строки, которая его не называет, — имя самой строки. */
  operationID: string;
  /** Что просили сделать: `authorise`, `verify`, `capture`, `void`, `refund`, `payOut`; `unknown`, если строка этого не говорит. */
  operationKind: string;
  facts: FindingFacts;
  /** Валюта. */
  currency?: string;
  /** Сумма у коннектора в минорных единицах. */
  connectorAmount?: MinorAmount;
  /** Сумма в записях платформы в минорных единицах. */
  recordedAmount?: MinorAmount;
  /** Номер операции у коннектора. */
  connectorReference?: string;
  /** Чем ответ отличается от запроса; только у `contradictedAnswer`. */
  differences?: AnswerDifferenceFact[];
  /** Когда решилась операция. */
  operationAt: string;
  /** Когда найдено расхождение. */
  foundAt: string;
  /** Когда изменился его статус. */
  statusChangedAt: string;
  /** Почему оператор закрыл его. */
  resolution?: string;
  /** Кто закрыл его. */
  resolvedBy?: string;
  /** Изменил ли что-нибудь этот запрос; есть в ответах на действия. Повторное действие ничего не меняет. */
  isChanged?: boolean;
}

/** Страница расхождений. */
export interface ReconciliationFindings {
  /** Расхождения от самого нового к самому старому. */
  findings: ReconciliationFinding[];
  /** С чем запросить следующую страницу; нет у последней. */
  continuationToken?: string;
}
