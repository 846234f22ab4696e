import type { Schemas } from '../../api/client';
import { en } from '../language';

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
  place: (place: string) => (en ? `Field: ${place}` : `Поле: ${place}`),
  conflict: (externalID: string, id: string) =>
    en ? `The external id ${externalID} is that of ${id}` : `Внешний номер ${externalID} уже есть у ${id}`,
  retryAfter: (seconds: number) => (en ? `Retry in ${seconds} s` : `Повторить можно через ${seconds} с`),
  /** A value of a refusal, whose percentages are those of the API. */
  value: (text: string) => (en ? text : text.replace(/(\d)\.(\d+)%/g, '$1,$2\u00a0%')),
  rules: {
    documentType: en ? 'a document type in XML is forbidden' : 'объявление типа документа в XML запрещено',
    malformed: en ? 'the file is damaged' : 'файл повреждён',
    tooLarge: en ? 'the file is too large' : 'файл слишком большой',
    truncated: en ? 'the file is cut off' : 'файл оборван',
    unknownFormat: en ? 'the format of the file is unknown' : 'неизвестный формат файла',
    wrongEncoding: en ? 'the encoding is not the stated one' : 'кодировка не та, что указана',
    balanceDiffers: en ? 'the balance differs' : 'остаток не сходится',
    doubledReference: en ? 'the reference is repeated' : 'номер повторяется',
    foreignAccount: en ? 'the account is not configured' : 'счёт не из настроек',
    invalid: en ? 'the value is invalid' : 'неверное значение',
    missing: en ? 'the value is missing' : 'значения нет',
    sumDiffers: en ? 'the sum differs' : 'сумма не сходится',
    tooLong: en ? 'too long' : 'слишком длинно',
    wrongCharacters: en ? 'characters that are not allowed' : 'недопустимые символы',
    required: en ? 'is required' : 'обязательное поле',
    wrongType: en ? 'is of another type' : 'значение другого типа',
    wrongFormat: en ? 'has another format' : 'неверный формат',
    tooSmall: en ? 'is below the minimum' : 'меньше допустимого',
    tooBig: en ? 'is above the maximum' : 'больше допустимого',
    unknownValue: en ? 'must be one of' : 'нужно одно из значений',
    unknownField: en ? 'unknown field' : 'неизвестное поле',
    notCurrency: en ? 'must be a currency of ISO 4217, like RUB' : 'нужен код валюты по ISO 4217, например RUB',
    notCountry: en ? 'must be a country of ISO 3166, three letters' : 'нужен код страны по ISO 3166 из трёх букв',
    notMoment: en
      ? 'must be a time with its zone, like 2026-01-01T00:00:00Z'
      : 'нужно время с часовым поясом, например 2026-01-01T00:00:00Z',
    notDuration: en ? 'must be a number with s, m, h or d, like 7d' : 'нужно число с s, m, h или d, например 7d',
    notPercentage: en
      ? 'must be a percentage of at most two decimals, like 2.5%'
      : 'нужен процент, не больше двух знаков после запятой, например 2,5\u00a0%',
    notUrl: en ? 'must be an http(s) URL' : 'нужен адрес http(s)',
    notTimeZone: en
      ? 'must be a time zone of IANA, like Europe/Moscow'
      : 'нужен часовой пояс IANA, например Europe/Moscow',
    notIban: en ? 'must be an IBAN without spaces' : 'нужен IBAN без пробелов',
    notBic: en ? 'must be a BIC, or a BIK of nine digits' : 'нужен BIC или БИК из девяти цифр',
    minimumAboveMaximum: en ? 'the minimum is above the maximum' : 'минимум больше максимума',
    startNotBeforeEnd: en ? 'the start is not before the end' : 'начало не раньше конца',
    notPositive: en ? 'must be above zero' : 'нужно больше нуля',
    repeatedCurrency: en ? 'one a currency' : 'валюта повторяется',
    emptyFee: en ? 'needs a percentage, tiers or a fixed amount' : 'нужен процент, ступени или фиксированная сумма',
    percentAndTiers: en ? 'has both a percentage and tiers' : 'указаны и процент, и ступени',
    currencyMissing: en ? 'must name the currency of its amounts' : 'нужна валюта сумм',
    tiersNotAscending: en ? 'tiers must ascend' : 'ступени должны возрастать',
    tiersNotFromZero: en ? 'the first tier begins at zero' : 'первая ступень начинается с нуля',
    tiersOfRefund: en ? 'fees of refunds have no tiers' : 'у комиссии за возврат нет ступеней',
    weightMissing: en
      ? 'needs a weight: another route of this priority has one'
      : 'нужен вес: он есть у другого маршрута с этим приоритетом',
    contractRequired: en ? 'is required unless the merchant has one contract' : 'нужен договор: у участника он не один',
    alreadyDefined: en ? 'the id is taken' : 'идентификатор уже занят',
    ofAnotherParty: en ? 'belongs to another merchant' : 'принадлежит другому участнику',
    noParty: en ? 'there is no such merchant' : 'такого участника нет',
    noCategory: en ? 'there is no such category' : 'такой категории нет',
    noPaymentInstitution: en ? 'there is no such payment institution' : 'такой платёжной организации нет',
    noContract: en ? 'the merchant has no such contract' : 'такого договора у участника нет',
    noServiceProvider: en ? 'there is no such service provider' : 'такого провайдера услуг нет',
    noConnectorAccount: en ? 'there is no such connector account' : 'такой учётной записи эквайера нет',
    testAccount: en ? 'a test account of a live shop' : 'тестовая учётная запись у боевого магазина',
    liveAccount: en ? 'a live account of a test shop' : 'боевая учётная запись у тестового магазина',
    categoryNotAccepted: en
      ? 'the payment institution does not accept this category'
      : 'платёжная организация не принимает эту категорию',
    currencyNotAccepted: en
      ? 'the payment institution does not accept this currency'
      : 'платёжная организация не принимает эту валюту',
    noRoute: en ? 'its payments have no route' : 'у платежей нет маршрута',
    notSupported: en ? 'the provider does not support it' : 'провайдер этого не поддерживает',
    unchangeable: en ? 'cannot be changed' : 'изменить нельзя',
    notInFuture: en ? 'must be in the future' : 'нужно время в будущем',
    notOnlyTerms: en ? 'with a date only terms are changed' : 'со сроком меняются только условия',
    otherRealm: en ? 'the credentials are of another realm' : 'ключи другого контура',
    privateAddress: en ? 'the address is in a private network' : 'адрес в закрытой сети',
    notHttps: en ? 'must be an https URL' : 'нужен адрес https',
    other: en ? 'the value does not fit' : 'значение не подходит',
  } satisfies Record<Schemas['ProblemRule'], string>,
  onRecord: (entity: string) => (en ? `not of the file, ${entity}` : `вне файла, ${entity}`),
  developers: en ? 'Message of the API for developers' : 'Сообщение API для разработчика',
  codes: {
    invalidRequest: en ? 'The request has an error: check what you entered' : 'В запросе ошибка: проверьте введённое',
    invalidDeadline: en ? 'The deadline of the request is invalid' : 'Срок запроса указан неверно',
    limitExceeded: en ? 'A limit is exceeded' : 'Превышен лимит',
    deadlineExceeded: en ? 'The request took too long' : 'Запрос не уложился в срок',
    unauthorized: en ? 'Sign in again' : 'Войдите снова',
    forbidden: en ? 'You have no right to do this' : 'На это нет прав',
    insufficientScope: en ? 'The key has no such scope' : 'У ключа нет этого права',
    tooManyRequests: en ? 'Too many requests' : 'Слишком частые запросы',
    notFound: en ? 'There is no such object' : 'Такого объекта нет',
    unknownOperation: en ? 'There is no such operation' : 'Такой операции нет',
    methodNotAllowed: en ? 'The method is not supported' : 'Метод не поддерживается',
    externalIDConflict: en ? 'The external id is taken' : 'Внешний номер уже занят',
    temporarilyUnavailable: en ? 'The platform is temporarily unavailable' : 'Платформа временно недоступна',
    outcomeUnknown: en
      ? 'The outcome is unknown: look whether it was done'
      : 'Исход неизвестен: проверьте, выполнено ли действие',
    invalidPartyID: en ? 'There is no such merchant' : 'Такого участника нет',
    ambiguousPartyID: en ? 'Name the merchant' : 'Укажите участника',
    invalidShopID: en ? 'There is no such shop' : 'Такого магазина нет',
    invalidPartyStatus: en ? 'The merchant is blocked or suspended' : 'Участник заблокирован или приостановлен',
    invalidShopStatus: en ? 'The shop is blocked or suspended' : 'Магазин заблокирован или приостановлен',
    invalidContractStatus: en ? 'The contract is not in force' : 'Договор не действует',
    operationNotPermitted: en ? 'The operation is not permitted' : 'Операция не разрешена',
    invalidInvoiceCart: en ? 'The cart of the invoice is invalid' : 'Корзина инвойса неверна',
    invalidInvoiceCost: en ? 'The amount of the invoice is invalid' : 'Сумма инвойса неверна',
    invalidInvoiceStatus: en ? 'The status of the invoice does not allow it' : 'Статус инвойса этого не позволяет',
    invoiceTermsViolated: en ? 'The terms of the shop do not allow it' : 'Условия магазина этого не позволяют',
    invoicePaymentPending: en ? 'A payment of the invoice has not ended' : 'Платёж по инвойсу ещё не закончен',
    invalidAllocation: en ? 'The split of the amount is invalid' : 'Разделение суммы неверно',
    allocationNotPermitted: en ? 'Splitting the amount is not permitted' : 'Разделение суммы не разрешено',
    invalidPaymentStatus: en ? 'The status of the payment does not allow it' : 'Статус платежа этого не позволяет',
    invalidPaymentToolToken: en
      ? 'The token of the payment tool is not valid'
      : 'Токен платёжного инструмента не действует',
    invalidPaymentSession: en ? 'The payment session has ended' : 'Платёжная сессия закончилась',
    invalidPaymentResource: en ? 'The payment tool cannot be used' : 'Платёжный инструмент не подходит',
    invalidProcessingDeadline: en ? 'The processing deadline is invalid' : 'Срок проведения платежа указан неверно',
    invalidRecurrentParent: en ? 'The parent payment cannot be used' : 'Исходный платёж не подходит',
    inconsistentCaptureCurrency: en
      ? 'The currency is not that of the payment'
      : 'Валюта списания не та, что у платежа',
    amountExceededCaptureBalance: en ? 'The amount exceeds the hold' : 'Сумма больше удержанной',
    inconsistentRefundCurrency: en ? 'The currency is not that of the payment' : 'Валюта не та, что у платежа',
    invoicePaymentAmountExceeded: en
      ? 'The amount exceeds what is left of the payment'
      : 'Сумма больше остатка платежа',
    insufficentAccountBalance: en ? 'The account has too little money' : 'На счёте недостаточно средств',
    refundCartConflict: en
      ? 'The cart of the refund does not fit that of the payment'
      : 'Корзина возврата не подходит к корзине платежа',
    chargebackInProgress: en ? 'The payment has a chargeback already' : 'По платежу уже есть чарджбэк',
    evidenceClosed: en
      ? 'Documents are no longer accepted: they were sent, the deadline has passed or the chargeback is decided'
      : 'Документы больше не принимаются: отправлены, прошёл срок или чарджбэк решён',
    evidenceFileTooLarge: en ? 'The file is larger than 5 MB' : 'Файл больше 5 МБ',
    evidenceTypeNotAllowed: en ? 'The file is no PDF, JPEG or PNG' : 'Это не PDF, не JPEG и не PNG',
    evidenceFileDamaged: en
      ? 'The file is empty, broken or was not uploaded whole'
      : 'Файл пуст, повреждён или загружен не весь',
    evidenceFileUnsafe: en
      ? 'The PDF has scripts, attachments, forms or a password: print it to PDF again'
      : 'В PDF есть скрипты, вложенные файлы, формы или пароль: сохраните его печатью в PDF',
    invalidChargebackStatus: en
      ? 'The status of the chargeback does not allow it'
      : 'Статус чарджбэка этого не позволяет',
    invalidCommandState: en ? 'The command was decided or has expired' : 'Команда уже решена или просрочена',
    webhookLimitExceeded: en ? 'Too many webhooks' : 'Превышено число вебхуков',
    invalidOperationParameters: en ? 'The parameters of the operation are invalid' : 'Параметры операции неверны',
    badFilter: en ? 'The filter is invalid' : 'Фильтр неверен',
    badIdentity: en ? 'The identity cannot be used' : 'Владелец кошельков не подходит',
    badToken: en
      ? 'This page of the list is outdated: open the list again'
      : 'Страница списка устарела: откройте его снова',
    badResourceToken: en ? 'The token of the resource is not valid' : 'Токен ресурса не действует',
    reportTooLarge: en ? 'The report is too large: shorten its period' : 'Отчёт слишком большой: сократите период',
    versionRequired: en ? 'The version is missing' : 'Не указана версия',
    versionConflict: en ? 'Another person has changed it already' : 'Объект уже изменил кто-то другой',
    defect: en ? 'An error of the platform' : 'Ошибка платформы',
    wrongCodes: en ? 'The codes belong to no open invitation' : 'По этим кодам нет открытого приглашения',
    sessionEnded: en ? 'The session has ended: sign in again' : 'Сеанс закончился: войдите снова',
    wrongKey: en ? 'The key is wrong' : 'Ключ не подходит',
    foreignRequest: en ? 'A request from another page was refused' : 'Запрос с другой страницы отклонён',
    missingToken: en
      ? 'Another tab began a new session: reload the page'
      : 'В другой вкладке начат новый сеанс: обновите страницу',
    requestTooLarge: en ? 'The request is too large' : 'Запрос слишком большой',
    apiUnavailable: en ? 'The API does not answer' : 'API не отвечает',
    providerUnavailable: en ? 'The sign-in provider does not answer' : 'Провайдер входа не отвечает',
    unreachable: en ? 'The console does not answer' : 'Консоль не отвечает',
    nothingToSettle: en ? 'There is nothing to pay out' : 'Выплачивать нечего',
    operationFailed: en ? 'The operation did not succeed' : 'Операция не удалась',
    bankAmountDiffers: en
      ? 'The bank’s line and the batch differ: a mismatch is recorded'
      : 'Сумма строки банка не равна сумме пакета: записано расхождение',
    bankLineUsed: en ? 'This line of the bank has cleared another batch' : 'Эта строка банка уже закрыла другой пакет',
    acquirerBatchCleared: en
      ? 'Another line of the bank has cleared the batch'
      : 'Пакет уже закрыт другой строкой банка',
  } satisfies Record<Schemas['OperatorErrorCode'] | Schemas['CommandFailureCode'] | OwnErrorCode, string>,
};
