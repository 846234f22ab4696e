// The meaning of each error code and its remedy, for the reference.
import type { CodedRefusal } from '../../api/v2/shared/errors';
import type { ChangesetErrorCode } from '../../api/v2/shared/error.types';
import type { BadRequestErrorType } from '../../api/wallet-v0/shared/error.types';

interface ErrorHelp {
  meaning: string;
  remedy: string;
}

/** All codes of /v2; a missing one does not compile. */
const paymentErrors = {
  invalidRequest: {
    meaning: 'запрос не соответствует описанию: что именно не так, сказано в `message`',
    remedy: 'Исправьте запрос: поле названо в `message`. Повтор без изменений даст тот же ответ.',
  },
  invalidDeadline: {
    meaning: 'заголовок `X-Request-Deadline` не разобран, или уже в прошлом',
    remedy: 'Передайте срок в будущем: время по RFC 3339 или промежуток, например `30s`.',
  },
  limitExceeded: {
    meaning: 'превышен предел, установленный для запросов: размер, вложенность или число значений',
    remedy: 'Уменьшите запрос: короче тексты, меньше элементов, меньше вложенность.',
  },
  changesetConflict: {
    meaning: 'изменение участника противоречит другому, ещё не принятому',
    remedy: 'В этой версии API не встречается.',
  },
  invalidChangeset: {
    meaning: 'изменение участника недопустимо',
    remedy: 'В этой версии API не встречается.',
  },
  invalidPartyID: {
    meaning: 'участник с таким идентификатором не найден или недоступен',
    remedy: 'Уберите `partyID` или укажите участника, которому принадлежит ключ API.',
  },
  invalidShopID: {
    meaning: 'магазин с таким идентификатором не найден или недоступен',
    remedy: 'Возьмите идентификатор из `getShops`: магазин должен принадлежать участнику ключа.',
  },
  ambiguousPartyID: {
    meaning: 'участник не определён однозначно: укажите `partyID`',
    remedy: 'Укажите `partyID`.',
  },
  invalidPartyStatus: {
    meaning: 'участник заблокирован или приостановлен',
    remedy: 'Активируйте участника (`activateMyParty`); если он заблокирован, обратитесь в поддержку.',
  },
  invalidShopStatus: {
    meaning: 'магазин заблокирован или приостановлен',
    remedy: 'Активируйте магазин (`activateShop`); если он заблокирован, обратитесь в поддержку.',
  },
  invalidContractStatus: {
    meaning: 'договор магазина не действует',
    remedy: 'Обратитесь к менеджеру: операции возможны только по действующему договору.',
  },
  invalidInvoiceCart: {
    meaning: 'корзина пуста или её стоимость не сходится с суммой',
    remedy: 'Проверьте корзину: она не пуста, а сумма цен на количество равна `amount`, если он указан.',
  },
  invalidInvoiceCost: {
    meaning: 'сумма инвойса не указана или не сходится с корзиной',
    remedy: 'Передайте `amount` или корзину; если переданы обе, суммы должны совпадать.',
  },
  invalidInvoiceStatus: {
    meaning: 'статус инвойса не допускает операцию',
    remedy:
      'Прочитайте инвойс (`getInvoiceByID`): оплаченный, отозванный или просроченный не изменить, создайте новый.',
  },
  invoiceTermsViolated: {
    meaning: 'инвойс нарушает условия договора: валюта или сумма не разрешены',
    remedy: 'Проверьте валюту магазина (`getShopByID`) и сумму; пределы суммы назначает договор.',
  },
  invoicePaymentPending: {
    meaning: 'у инвойса есть незавершённый платёж',
    remedy: 'Дождитесь конца платежа: его статус говорит `getPayments` или вебхук.',
  },
  invalidAllocation: {
    meaning: 'распределение средств пусто, повторяет магазин или превышает сумму',
    remedy: 'Проверьте распределение: магазины не повторяются, сумма долей не больше суммы инвойса.',
  },
  allocationNotPermitted: {
    meaning: 'распределение средств для магазина не разрешено',
    remedy: 'Уберите `allocation` или попросите провайдера разрешить распределение для магазина.',
  },
  invalidPaymentStatus: {
    meaning: 'статус платежа не допускает операцию',
    remedy: 'Прочитайте платёж (`getPaymentByID`): подтвердить и отменить можно удержанный, вернуть – списанный.',
  },
  invalidPaymentResource: {
    meaning: 'платёжный ресурс не подходит',
    remedy: 'Привязывайте карту, которая есть в `payment-methods` покупателя.',
  },
  invalidPaymentToolToken: {
    meaning: 'токен платёжного инструмента неверен или истёк',
    remedy: 'Токенизируйте инструмент заново (`createPaymentResource`).',
  },
  invalidPaymentSession: {
    meaning: 'платёжная сессия неверна, истекла или не принадлежит токену',
    remedy:
      'Передайте сессию вместе с её токеном, обе из одного ответа `createPaymentResource`; истекшую получите заново.',
  },
  invalidProcessingDeadline: {
    meaning: 'предельный срок проведения не разобран, или уже в прошлом',
    remedy: 'Передайте срок в будущем: время по RFC 3339 или промежуток, например `30m`.',
  },
  invalidRecurrentParent: {
    meaning: 'родительский платёж не найден, не допускает повторов или принадлежит другому магазину',
    remedy: 'Укажите успешный платёж того же магазина, созданный с `makeRecurrent: true`.',
  },
  operationNotPermitted: {
    meaning: 'операция не разрешена условиями договора или порядком проведения платежа',
    remedy: 'Проверьте способы оплаты (`payment-methods`) и вид платежа; остальное разрешает договор.',
  },
  inconsistentCaptureCurrency: {
    meaning: 'валюта подтверждения не совпадает с валютой платежа',
    remedy: 'Передайте валюту платежа.',
  },
  amountExceededCaptureBalance: {
    meaning: 'сумма подтверждения больше удержанной',
    remedy: 'Подтвердите не больше, чем удержано: остаток вернётся плательщику.',
  },
  insufficentAccountBalance: {
    meaning: 'на счёте магазина недостаточно средств для возврата',
    remedy: 'Дождитесь поступлений на счёт магазина или пополните его и повторите возврат.',
  },
  invoicePaymentAmountExceeded: {
    meaning: 'сумма возврата больше остатка платежа',
    remedy: 'Верните не больше остатка: из суммы платежа вычитаются прежние возвраты (`getRefunds`).',
  },
  inconsistentRefundCurrency: {
    meaning: 'валюта возврата не совпадает с валютой платежа',
    remedy: 'Передайте валюту платежа.',
  },
  chargebackInProgress: {
    meaning: 'по платежу идёт разбирательство с банком плательщика',
    remedy: 'Дождитесь решения банка: его статус говорит `getChargebacks`.',
  },
  evidenceClosed: {
    meaning: 'документы по чарджбэку больше не принимаются: отправлены, прошёл срок или чарджбэк решён',
    remedy: 'Прочитайте документы (`getChargebackEvidence`): срок и время отправки – в ответе.',
  },
  evidenceFileTooLarge: {
    meaning: 'документ больше 5 МиБ',
    remedy: 'Сожмите или разделите файл.',
  },
  evidenceTypeNotAllowed: {
    meaning: 'файл не PDF, не JPEG и не PNG: тип определяется по содержимому',
    remedy: 'Сохраните документ как PDF, JPEG или PNG.',
  },
  evidenceFileDamaged: {
    meaning: 'файл пуст, повреждён или передан не весь',
    remedy: 'Проверьте, что файл открывается, и передайте его ещё раз.',
  },
  evidenceFileUnsafe: {
    meaning: 'в PDF есть скрипты, запуск программ, формы, вложенные файлы или шифрование',
    remedy: 'Сохраните документ ещё раз печатью в PDF или картинкой.',
  },
  refundCartConflict: {
    meaning: 'в возврате указаны и корзина, и распределение средств',
    remedy: 'Оставьте в запросе одно из двух: корзину или распределение.',
  },
} satisfies Record<CodedRefusal | ChangesetErrorCode, ErrorHelp>;

/** All error types of the Wallet API, which describe themselves. */
const walletErrors = {
  SchemaViolated: 'Исправьте тело по схеме: поле названо в `name`.',
  NotFound: 'Передайте параметр, названный в `name`; для объекта проверьте идентификатор и то, что он ваш.',
  WrongType: 'Передайте значение того типа, который указан в описании поля.',
  NotInRange: 'Возьмите значение из допустимого диапазона: он указан в описании поля.',
  WrongSize: 'Передайте столько элементов, сколько указано в описании списка.',
  WrongLength: 'Сократите или дополните строку до указанной длины; отчёт возьмите за меньший срок.',
  WrongArray: 'Проверьте элементы списка: каждый допустим, и ни один не повторяется.',
  NoMatch: 'Сверьте значение с шаблоном или списком допустимых в описании поля.',
  InvalidResourceToken: 'Токенизируйте карту заново и передайте токен, выданный вашему ключу.',
  InvalidToken: 'Получите новый токен; для списка начните с первой страницы, без `continuationToken`.',
} satisfies Record<BadRequestErrorType, string>;

/** Meanings for the descriptions of /v2. */
export const errorCodes: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(paymentErrors).map(([code, { meaning }]) => [code, meaning]),
);

/** Remedies for the pages of both references. */
export const errorRemedies: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(paymentErrors).map(([code, { remedy }]) => [code, remedy])),
  ...walletErrors,
};
