import type { Schemas } from '../../api/client';

/** Codes of the console's own server and of `/v2` that `/operators/v1` does not have. */
export type OwnErrorCode =
  | 'wrongCodes'
  | 'sessionEnded'
  | 'wrongKey'
  | 'foreignRequest'
  | 'missingToken'
  | 'requestTooLarge'
  | 'apiUnavailable'
  | 'providerUnavailable'
  | 'unreachable';

/** Why a request was refused, by its code. */
export const errors = {
  place: (place: string) => `Поле: ${place}`,
  conflict: (externalID: string, id: string) => `Внешний номер ${externalID} уже есть у ${id}`,
  retryAfter: (seconds: number) => `Повторить можно через ${seconds} с`,
  codes: {
    invalidRequest: 'В запросе ошибка: проверьте введённое',
    invalidDeadline: 'Срок запроса указан неверно',
    limitExceeded: 'Превышен лимит',
    deadlineExceeded: 'Запрос не уложился в срок',
    unauthorized: 'Войдите снова',
    forbidden: 'На это нет прав',
    insufficientScope: 'У ключа нет этого права',
    tooManyRequests: 'Слишком частые запросы',
    notFound: 'Такого объекта нет',
    unknownOperation: 'Такой операции нет',
    methodNotAllowed: 'Метод не поддерживается',
    externalIDConflict: 'Внешний номер уже занят',
    temporarilyUnavailable: 'Платформа временно недоступна',
    outcomeUnknown: 'Исход неизвестен: проверьте, выполнено ли действие',
    invalidPartyID: 'Такого участника нет',
    ambiguousPartyID: 'Укажите участника',
    invalidShopID: 'Такого магазина нет',
    invalidPartyStatus: 'Участник заблокирован или приостановлен',
    invalidShopStatus: 'Магазин заблокирован или приостановлен',
    invalidContractStatus: 'Договор не действует',
    operationNotPermitted: 'Операция не разрешена',
    invalidInvoiceCart: 'Корзина инвойса неверна',
    invalidInvoiceCost: 'Сумма инвойса неверна',
    invalidInvoiceStatus: 'Статус инвойса этого не позволяет',
    invoiceTermsViolated: 'Условия магазина этого не позволяют',
    invoicePaymentPending: 'Платёж по инвойсу ещё не закончен',
    invalidAllocation: 'Разделение суммы неверно',
    allocationNotPermitted: 'Разделение суммы не разрешено',
    invalidPaymentStatus: 'Статус платежа этого не позволяет',
    invalidPaymentToolToken: 'Токен платёжного инструмента не действует',
    invalidPaymentSession: 'Платёжная сессия закончилась',
    invalidPaymentResource: 'Платёжный инструмент не подходит',
    invalidProcessingDeadline: 'Срок проведения платежа указан неверно',
    invalidRecurrentParent: 'Исходный платёж не подходит',
    inconsistentCaptureCurrency: 'Валюта списания не та, что у платежа',
    amountExceededCaptureBalance: 'Сумма больше удержанной',
    inconsistentRefundCurrency: 'Валюта не та, что у платежа',
    invoicePaymentAmountExceeded: 'Сумма больше остатка платежа',
    insufficentAccountBalance: 'На счёте недостаточно средств',
    refundCartConflict: 'Корзина возврата не подходит к корзине платежа',
    chargebackInProgress: 'По платежу уже есть чарджбэк',
    invalidChargebackStatus: 'Статус чарджбэка этого не позволяет',
    invalidCommandState: 'Команда уже решена или просрочена',
    webhookLimitExceeded: 'Превышено число вебхуков',
    invalidOperationParameters: 'Параметры операции неверны',
    badFilter: 'Фильтр неверен',
    badIdentity: 'Владелец кошельков не подходит',
    badToken: 'Страница списка устарела: откройте его снова',
    badResourceToken: 'Токен ресурса не действует',
    reportTooLarge: 'Отчёт слишком большой: сократите период',
    versionRequired: 'Не указана версия',
    versionConflict: 'Объект уже изменил кто-то другой',
    defect: 'Ошибка платформы',
    wrongCodes: 'По этим кодам нет открытого приглашения',
    sessionEnded: 'Сеанс закончился: войдите снова',
    wrongKey: 'Ключ не подходит',
    foreignRequest: 'Запрос с другой страницы отклонён',
    missingToken: 'В другой вкладке начат новый сеанс: обновите страницу',
    requestTooLarge: 'Запрос слишком большой',
    apiUnavailable: 'API не отвечает',
    providerUnavailable: 'Провайдер входа не отвечает',
    unreachable: 'Консоль не отвечает',
  } satisfies Record<Schemas['OperatorErrorCode'] | OwnErrorCode, string>,
};
