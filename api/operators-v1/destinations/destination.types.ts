/** Решение о получателе: ждёт оператора, отклонён, авторизован. */
export type DestinationDecisionStatus = 'AwaitingApproval' | 'Rejected' | 'Authorized';

/** Получатель средств, каким его видит оператор: без реквизитов. */
export interface OperatedDestination {
  /** Идентификатор. */
  id: string;
  /** Участник. */
  partyID: string;
  /** Личность, которой принадлежит получатель. */
  identityID: string;
  /** Провайдер кошельков. */
  providerID: string;
  /** Имя, которое дал участник. */
  name: string;
  /** Валюта. */
  currency: string;
  /** Вид реквизитов. */
  resourceType: string;
  /** Внешний идентификатор участника. */
  externalID?: string;
  /** Когда создан. */
  createdAt: string;
  /** Авторизован ли. */
  status: 'Unauthorized' | 'Authorized';
  /** Заблокирован ли оператором. */
  isBlocked: boolean;
  /** Когда авторизация закончится. */
  validUntil?: string;
  /** Когда закончилась прежняя авторизация. */
  authorisationEndedAt?: string;
  /** Когда оператор отклонил. */
  rejectedAt?: string;
  /** Почему оператор отклонил. */
  rejectionReason?: string;
}

/** Страница получателей средств. */
export interface OperatedDestinations {
  /** Получатели от нового к старому. */
  destinations: OperatedDestination[];
  /** С чем запросить следующую страницу; нет у последней. */
  continuationToken?: string;
}
