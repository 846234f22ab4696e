import { en } from '../language';

export const webhooks = {
  choose: en ? 'Choose a merchant to see its webhooks.' : 'Выберите участника, чтобы увидеть его вебхуки.',
  empty: en ? 'The merchant has no webhooks' : 'У участника нет вебхуков',
  emptyHelp: en ? 'Merchants subscribe themselves, with the API.' : 'Магазин подписывается сам, через API.',
  url: en ? 'Address' : 'Адрес',
  events: en ? 'Events' : 'События',
  waiting: en ? 'Waiting' : 'Ждут доставки',
  troubled: en ? 'Not accepted' : 'Не приняты',
  paused: en ? 'paused' : 'приостановлен',
  active: en ? 'active' : 'работает',
  failing: en ? 'failing' : 'не принимает',
  deleted: en ? 'deleted' : 'удалён',
  attempts: en ? 'Delivery attempts' : 'Попытки доставки',
  noAttempts: en ? 'There are no attempts yet.' : 'Попыток ещё не было.',
  event: en ? 'Event' : 'Событие',
  answer: en ? 'Answer' : 'Ответ',
  duration: en ? 'Time' : 'Время',
  pause: en ? 'Pause' : 'Приостановить',
  resume: en ? 'Resume' : 'Возобновить',
  retry: en ? 'Retry what was not accepted' : 'Отправить непринятые сейчас',
  replay: en ? 'Replay a period' : 'Отправить ещё раз за период',
  rotate: en ? 'Rotate the signing key' : 'Заменить ключ подписи',
  pauseHelp: en
    ? 'Messages are kept and sent after a resume.'
    : 'Сообщения накопятся и будут отправлены после возобновления.',
  rotateHelp: en
    ? 'For a day messages are signed with the old key, so that the merchant can learn the new one.'
    : 'Сутки сообщения подписываются прежним ключом, чтобы магазин успел узнать новый.',
  count: en ? 'Count' : 'Посчитать',
  counted: (messages: number, subjects: number) =>
    en
      ? `Messages to send: ${messages}, subjects: ${subjects}.`
      : `Будет отправлено сообщений: ${messages}, объектов: ${subjects}.`,
  nothing: en ? 'There is nothing to send in this period.' : 'За этот период отправлять нечего.',
  cancelled: en ? 'The replay is cancelled.' : 'Отправка отменена.',
  cancelReplay: en ? 'Cancel the rest' : 'Отменить остальное',
  number: en ? 'Attempt' : 'Попытка',
  replayed: en ? 'replay' : 'повтор',
  progress: en ? 'Replay' : 'Повторная отправка',
  left: (planned: number, total: number) =>
    en ? `Subjects left: ${planned} of ${total}` : `Осталось объектов: ${planned} из ${total}`,
  ms: (value: number) => (en ? `${value} ms` : `${value} мс`),
  request: en ? 'Request' : 'Запрос',
  requestTitle: en ? 'The request that was sent' : 'Отправленный запрос',
  requestHeaders: en ? 'Headers' : 'Заголовки',
  requestBody: en ? 'Body' : 'Тело',
  notStored: en ? 'not stored' : 'не хранится',
  requestMasked: en
    ? 'Personal data and metadata are masked: the roles support and finance see them.'
    : 'Персональные данные и metadata скрыты: их видят роли «поддержка» и «финансы».',
  requestErased: en
    ? 'Personal data were erased after the delivery: the merchant got another body.'
    : 'После доставки персональные данные стёрты: магазин получил другое тело.',
  requestGone: en ? 'There is no such attempt' : 'Такой попытки нет',
  requestGoneHelp: en ? 'Attempts are kept for 90 days.' : 'Попытки хранятся 90 дней.',
};
