import { en } from '../language';

export const registries = {
  help: en
    ? 'CSV and XLSX files are made in the background: the page may be closed. Dates are in your time, times in the files are UTC.'
    : 'Файлы CSV и XLSX строятся в фоне: страницу можно закрыть. Даты — по вашему времени, время в файлах — UTC.',
  kind: en ? 'Contents' : 'Что в реестре',
  kinds: {
    payments: en ? 'Payments' : 'Платежи',
    refunds: en ? 'Refunds' : 'Возвраты',
    withdrawals: en ? 'Withdrawals' : 'Выводы',
    settlementStatement: en ? 'Batch statement' : 'Выписка по пакету',
    settlementMonth: en ? 'Month statement' : 'Выписка за месяц',
    serviceAcceptanceAct: en ? 'Act' : 'Акт',
    feeInvoice: en ? 'Invoice' : 'Счёт',
  } as Record<string, string>,
  order: en ? 'Order a registry' : 'Заказать реестр',
  ordered: en ? 'The registry is ordered' : 'Реестр заказан',
  missing: en
    ? 'Choose whose operations you need, and both dates'
    : 'Выберите, чьи операции нужны, и обе даты или месяц',
  wrongPeriod: en ? 'The period must not begin after its end' : 'Период должен начинаться не позже, чем заканчивается',
  own: en ? 'Ordered by you' : 'Заказанные вами',
  ofParty: en ? 'Registries of the merchant' : 'Реестры участника',
  empty: en ? 'There are no registries yet' : 'Реестров пока нет',
  emptyHelp: en
    ? 'Choose the contents and the dates, then press “Order a registry”.'
    : 'Выберите, что нужно, и даты, и нажмите «Заказать реестр».',
  statement: en ? 'Statement' : 'Выписка',
  month: en ? 'Month' : 'Месяц',
  period: en ? 'Period' : 'Период',
  rows: en ? 'Rows' : 'Строк',
  orderedAt: en ? 'Ordered' : 'Заказан',
  files: en ? 'Files' : 'Файлы',
  building: (percent: number) => (en ? `Under way: ${percent} %` : `Строится: ${percent} %`),
  keptUntil: en ? 'Kept until' : 'Хранится до',
  statuses: {
    pending: en ? 'under way' : 'строится',
    created: en ? 'ready' : 'готов',
    canceled: en ? 'failed' : 'не построен',
  } as Record<string, string>,
  again: en ? 'Order it again' : 'Закажите ещё раз',
  download: (format: string) => (en ? `Download ${format}` : `Скачать ${format}`),
  scope: en ? 'Whose operations' : 'Чьи операции',
};
