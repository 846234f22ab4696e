import type { FactWords } from '../fact-words';
import { en } from '../language';

/** Words for what is known of a mismatch with a connector. */
export const findings = {
  differs: (connector: string, kind: string) =>
    en ? `Mismatch with ${connector}: ${kind}` : `Расхождение с ${connector}: ${kind}`,
  atConnector: (amount: string) => (en ? `the connector has ${amount}` : `у коннектора ${amount}`),
  here: (amount: string) => (en ? `recorded ${amount}` : `у нас ${amount}`),
  statuses: {
    open: en ? 'open' : 'открыто',
    repairing: en ? 'being repaired' : 'исправляется',
    repaired: en ? 'repaired' : 'исправлено',
    settled: en ? 'settled' : 'уладилось',
    resolved: en ? 'resolved' : 'закрыто',
  } satisfies FactWords<'finding', 'status'>,
  facts: {
    recordedStatus: (status: string) => (en ? `recorded as ${status}` : `у нас статус ${status}`),
    recordedCurrency: (currency: string) => (en ? `recorded in ${currency}` : `у нас валюта ${currency}`),
    recordedReference: (reference: string) =>
      en ? `the connector’s earlier id is ${reference}` : `прежний номер у коннектора ${reference}`,
    effectCount: (count: number) => (en ? `done ${count} times` : `выполнена раз: ${count}`),
    operationCount: (count: number) => (en ? `mismatched operations: ${count}` : `разошлось операций: ${count}`),
    batch: (batch: string) => (en ? `batch ${batch}` : `пакет ${batch}`),
    line: (line: number) => (en ? `line ${line}` : `строка ${line}`),
    rowKind: (kind: string) => (en ? `kind of row ${kind}` : `вид строки ${kind}`),
    bankReference: (reference: string) => (en ? `bank line ${reference}` : `строка банка ${reference}`),
    disputeEvent: (event: string) => (en ? `dispute: ${event}` : `спор: ${event}`),
    disputeStage: (stage: string) => (en ? `stage: ${stage}` : `этап: ${stage}`),
  },
  statement: {
    done: en ? 'the connector has done it' : 'у коннектора выполнено',
    held: en ? 'the connector holds the money' : 'коннектор удерживает деньги',
    taken: en ? 'the connector has taken the money' : 'коннектор списал деньги',
    released: en ? 'the connector has released the hold' : 'коннектор снял удержание',
    declined: en ? 'the connector has declined it' : 'коннектор отклонил',
    notFound: en ? 'the connector does not know it' : 'коннектор не знает такой операции',
    interactionRequired: en ? 'the connector waits for the payer' : 'коннектор ждёт плательщика',
    pending: en ? 'the connector has not decided it' : 'коннектор ещё не решил',
    contradicted: en ? 'the connector answers about something else' : 'коннектор отвечает не о том',
    notReported: en ? 'the acquirer’s report does not have it' : 'в отчёте эквайера её нет',
  } satisfies FactWords<'facts', 'statement'>,
  repairProblem: {
    entityMissing: en ? 'cannot be repaired: the object is missing' : 'исправить нельзя: объекта нет',
    noHold: en ? 'cannot be repaired: it has no hold' : 'исправить нельзя: удержания не бывает',
    entityChanged: en ? 'cannot be repaired: its status has changed' : 'исправить нельзя: статус изменился',
    overdue: en ? 'not repaired: overdue' : 'не исправлено: срок прошёл',
    stillOpen: en ? 'not repaired: still undecided' : 'не исправлено: ответ всё ещё не окончательный',
    voidDeclined: en
      ? 'not repaired: the connector refuses to void it'
      : 'не исправлено: коннектор не снимает удержание',
    voidInvalid: en
      ? 'not repaired: the connector rejects the void as invalid'
      : 'не исправлено: коннектор не принял запрос на снятие удержания',
    repairFailed: en ? 'not repaired: an error' : 'не исправлено: ошибка',
    reconciliationEnded: en ? 'not repaired: the reconciliation was ended' : 'не исправлено: сверка прекращена',
  } satisfies FactWords<'facts', 'repairProblem'>,
  disputeProblem: {
    unknownPayment: en ? 'the account has no such payment' : 'такого платежа у подключения нет',
    noChargeback: en ? 'there is no chargeback yet' : 'чарджбэка ещё нет',
    noAmount: en ? 'the dispute states no amount' : 'сумма спора не названа',
    differentAmount: en
      ? 'the amounts of the dispute and of its chargeback differ'
      : 'сумма спора и сумма чарджбэка не равны',
    differentCurrency: en ? 'the currency is not that of the payment' : 'валюта спора не та, что у платежа',
    chargebackEnded: en ? 'the chargeback has ended otherwise' : 'чарджбэк уже закрыт иначе',
    notConfirmed: en ? 'the acquirer, when asked, says otherwise' : 'эквайер на запрос отвечает иначе',
    answerRefused: en ? 'the acquirer refused the answer' : 'эквайер не принял ответ на спор',
    otherChargeback: en ? 'the payment has a chargeback that is not decided' : 'у платежа есть нерешённый чарджбэк',
    paymentStatus: en ? 'the status of the payment does not allow it' : 'статус платежа этого не позволяет',
    exceedsPayment: en ? 'the amount exceeds what is left of the payment' : 'сумма больше остатка платежа',
    refused: en ? 'the chargeback cannot be changed like this' : 'чарджбэк так изменить нельзя',
  } satisfies FactWords<'facts', 'disputeProblem'>,
};
