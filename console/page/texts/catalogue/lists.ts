import { en } from '../language';

export const lists = {
  tabs: en ? 'Lists' : 'Списки',
  payments: en ? 'Payments' : 'Платежи',
  refunds: en ? 'Refunds' : 'Возвраты',
  chargebacks: en ? 'Chargebacks' : 'Чарджбэки',
  withdrawals: en ? 'Withdrawals' : 'Выводы',
  deposits: en ? 'Deposits' : 'Пополнения',
  wallets: en ? 'Wallets' : 'Кошельки',
  noWallets: en ? 'The merchant has no wallets' : 'У участника нет кошельков',
  walletName: en ? 'Name of the wallet' : 'Название кошелька',
  balance: {
    own: en ? 'Balance' : 'Остаток',
    held: en ? 'Held' : 'Удержано',
    available: en ? 'Available' : 'Доступно',
  },
  limits: {
    balance: en ? 'Highest balance' : 'Наибольший остаток',
    withdrawals: en ? 'Withdrawals in 24 hours, at most' : 'Выводы за 24 часа, не больше',
    transfers: en ? 'Transfers in 24 hours, at most' : 'Переводы за 24 часа, не больше',
  },
  inFlight: en ? 'Withdrawals in flight' : 'Выводы в пути',
  lastTransfers: en ? 'Last transfers' : 'Последние проводки',
  noTransfers: en ? 'There were no transfers yet' : 'Проводок ещё не было',
  chooseShop: en ? 'Choose a shop' : 'Выберите магазин',
  chooseShopHelp: en
    ? 'This list is by shop: choose one in the filter, or find an object by its number with Ctrl+K.'
    : 'Этот список показывается по магазинам: выберите магазин в фильтре или найдите объект по номеру — Ctrl+K.',
  chooseParty: en ? 'Choose a merchant' : 'Выберите участника',
  choosePartyHelp: en
    ? 'This list is by merchant: choose one in the filter, or find an object by its number with Ctrl+K.'
    : 'Этот список показывается по участникам: выберите участника в фильтре или найдите объект по номеру — Ctrl+K.',
  empty: en ? 'There is nothing in this time' : 'За это время ничего нет',
  emptyHelp: en
    ? 'Without dates these are the last 30 days: widen the dates or remove filters.'
    : 'Без дат показаны последние 30 дней: расширьте даты или уберите фильтры.',
  export: en ? 'Download CSV' : 'Скачать CSV',
  exporting: en ? 'Preparing the file…' : 'Готовим файл…',
  exported: (count: string) => (en ? `Rows in the file: ${count}` : `В файле строк: ${count}`),
  exportCut: (count: string) =>
    en
      ? `The file is not complete: it has only the first ${count} rows. Narrow the dates and download in parts, or order a registry.`
      : `В файле не всё: только первые строки, их ${count}. Сузьте даты и скачайте по частям или закажите реестр.`,
  shopTime: (zone: string) =>
    en ? `Days are in the shop’s time zone (${zone})` : `Дни — по времени магазина (${zone})`,
  shift: {
    handOverHelp: (moment: string) =>
      en
        ? `Open items at ${moment}: who opened each last, and when.`
        : `Открытые дела на ${moment}: кто и когда смотрел каждое последним.`,
    notOpened: en ? 'not opened' : 'не открывали',
    lastOpened: en ? 'Opened last' : 'Последний просмотр',
    item: en ? 'Item' : 'Дело',
    onlyFirst: (count: string) => (en ? `The first ${count} are shown` : `Показаны первые ${count}`),
  },
  savedFilters: (count: number) =>
    en
      ? count === 0
        ? 'Saved filters'
        : `Saved filters (${count})`
      : count === 0
        ? 'Сохранённые фильтры'
        : `Сохранённые фильтры (${count})`,
  filterName: en ? 'Name of the filter' : 'Название фильтра',
  saveFilter: en ? 'Save the filter' : 'Сохранить фильтр',
  nothingToSave: en
    ? 'Apply a filter to save it. Filters are kept in this browser.'
    : 'Примените фильтр, чтобы сохранить его. Фильтры хранятся в этом браузере.',
  net: en ? 'Net of the fee' : 'За вычетом комиссии',
  products: en ? 'Products' : 'Товары',
  metadata: en ? 'Metadata' : 'Метаданные',
  failure: en ? 'Failure' : 'Отказ',
  levy: en ? 'Dispute fee' : 'Плата за спор',
  stage: en ? 'Stage' : 'Этап',
  answerDue: en ? 'Answer by' : 'Ответить до',
  identity: en ? 'Owner of the wallet' : 'Владелец кошелька',
  source: en ? 'Source' : 'Источник',
  reverted: en ? 'Reverted' : 'Отменено',
  changed: en ? 'Status changed' : 'Статус изменён',
  returned: en ? 'Money came back' : 'Деньги вернулись',
  sent: en ? 'Left the wallet' : 'Ушло из кошелька',
  received: en ? 'To the destination' : 'Получателю',
  paidOut: en ? 'Paid out' : 'Выведено',
  toPayOut: en ? 'To pay out' : 'К выводу',
  deposited: en ? 'Deposited' : 'Зачислено',
  toDeposit: en ? 'To deposit' : 'К зачислению',
  revert: en ? 'Revert the deposit' : 'Отменить пополнение',
  revertHelp: (sum: string) =>
    en
      ? `${sum} can still be reverted. The money leaves the wallet for the source.`
      : `Можно отменить ещё ${sum}. Деньги уйдут с кошелька обратно в источник.`,
  fail: en ? 'Mark as failed' : 'Признать неуспешным',
  failHelp: en
    ? 'The status becomes failed, and the money leaves the wallet. This can be corrected again.'
    : 'Статус станет «не удалось», и деньги уйдут с кошелька. Это можно исправить обратно.',
  succeed: en ? 'Mark as succeeded' : 'Признать успешным',
  succeedHelp: en
    ? 'The status becomes succeeded, and the money arrives on the wallet. This can be corrected again.'
    : 'Статус станет «успешно», и деньги поступят на кошелёк. Это можно исправить обратно.',
  movementStatuses: {
    Pending: en ? 'pending' : 'в обработке',
    Succeeded: en ? 'succeeded' : 'успешно',
    Failed: en ? 'failed' : 'не удалось',
  } as Record<string, string>,
  chargebackStatuses: {
    pending: en ? 'pending' : 'рассматривается',
    accepted: en ? 'accepted' : 'принят',
    rejected: en ? 'rejected' : 'отклонён',
    cancelled: en ? 'cancelled' : 'отменён',
  } as Record<string, string>,
  stages: {
    chargeback: en ? 'chargeback' : 'чарджбэк',
    'pre-arbitration': en ? 'pre-arbitration' : 'преарбитраж',
    arbitration: en ? 'arbitration' : 'арбитраж',
  } as Record<string, string>,
};
