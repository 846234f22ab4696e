import { en } from '../language';

export const payment = {
  paid: en ? 'Paid' : 'Оплачено',
  held: en ? 'Held' : 'Удержано',
  requested: en ? 'Requested' : 'Запрошено',
  fee: en ? 'Fee' : 'Комиссия',
  refunded: en ? 'Refunded' : 'Возвращено',
  left: en ? 'Refundable' : 'Можно вернуть',
  disputed: en ? 'Disputed' : 'Оспорено',
  heldUntil: en ? 'Held until' : 'Удержание до',
  reviewUntil: en ? 'Review until' : 'Проверка до',
  tool: en ? 'Payment tool' : 'Средство платежа',
  payer: en ? 'Payer' : 'Плательщик',
  externalID: en ? 'External id' : 'Внешний номер',
  connector: en ? 'Connector' : 'Коннектор',
  cardFingerprint: en ? 'Card fingerprint (for rules)' : 'Отпечаток карты (для правил)',
  rrn: 'RRN',
  approvalCode: en ? 'Approval code' : 'Код авторизации',
  reference: en ? 'Id at the provider' : 'Номер у провайдера',
  error: en ? 'Failure' : 'Причина отказа',
  order: en ? 'Order number' : 'Номер заказа',
  capture: en ? 'Capture' : 'Списать',
  cancel: en ? 'Cancel the hold' : 'Отменить удержание',
  refund: en ? 'Refund' : 'Вернуть деньги',
  resend: en ? 'Resend webhooks' : 'Отправить вебхуки ещё раз',
  link: en ? 'Payment link' : 'Ссылка на оплату',
  resent: en ? 'Sending again' : 'Отправляем ещё раз',
  wrongAmount: (sum: string) =>
    en ? `Enter an amount above zero and at most ${sum}` : `Укажите сумму больше нуля и не больше ${sum}`,
  receipt: en ? 'Fiscal receipt' : 'Чек по 54-ФЗ',
  receipts: {
    pending: en ? 'Receipt not registered yet' : 'Чек ещё не зарегистрирован',
    registered: en ? 'Receipt registered' : 'Чек зарегистрирован',
    refused: en ? 'Receipt refused' : 'Чек отклонён',
  },
  commands: en ? 'Decisions of operators' : 'Решения операторов',
  waits: (who: string, what: string) =>
    en
      ? `${who} requests: ${what}. Another person must decide.`
      : `${who} просит: ${what}. Нужно решение другого человека.`,
  waitsRoles: (roles: string) => (en ? `Decided by: ${roles}.` : `Решает: ${roles}.`),
  ownWaits: en
    ? 'Your request waits for another person: you cannot approve your own.'
    : 'Ваша просьба ждёт другого человека: свою просьбу одобрить нельзя.',
  approve: en ? 'Approve' : 'Одобрить',
  reject: en ? 'Reject' : 'Отклонить',
  sent: en ? 'Under way' : 'Выполняем',
  approvalNeeded: en ? 'waiting for the approval of a second person' : 'ждём одобрения второго человека',
};
