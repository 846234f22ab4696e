import { en } from '../language';

export const common = {
  product: 'Holdfast',
  loading: en ? 'Loading…' : 'Загружаем…',
  retry: en ? 'Retry' : 'Повторить',
  close: en ? 'Close' : 'Закрыть',
  cancel: en ? 'Cancel' : 'Отмена',
  copy: en ? 'Copy' : 'Скопировать',
  copied: en ? 'Copied' : 'Скопировано',
  more: en ? 'Show more' : 'Показать ещё',
  reason: en ? 'Reason' : 'Причина',
  reasonHelp: en ? 'Stays in the audit log. Up to 200 characters.' : 'Останется в журнале. До 200 знаков.',
  reasonMissing: en ? 'Give a reason' : 'Укажите причину',
  send: en ? 'Send' : 'Отправить',
  done: en ? 'Done' : 'Готово',
  none: en ? 'none' : 'нет',
  all: en ? 'All' : 'Все',
  from: en ? 'From' : 'С',
  to: en ? 'To' : 'По',
  amount: en ? 'Amount' : 'Сумма',
  currency: en ? 'Currency' : 'Валюта',
  shop: en ? 'Shop' : 'Магазин',
  merchant: en ? 'Merchant' : 'Участник',
  status: en ? 'Status' : 'Статус',
  created: en ? 'Created' : 'Создан',
  when: en ? 'When' : 'Когда',
  what: en ? 'What' : 'Что',
  columns: en ? 'Columns' : 'Столбцы',
  requestID: (id: string) => (en ? `Request id: ${id}` : `Номер запроса: ${id}`),
  failed: en ? 'Could not load this' : 'Не получилось загрузить',
  unavailable: en
    ? 'The platform does not answer. Nothing is lost: retry in a few seconds.'
    : 'Платформа не отвечает. Данные не потеряны: повторите через несколько секунд.',
  noPage: en ? 'There is no such page' : 'Такой страницы нет',
  noPageHelp: en
    ? 'Check the address, or find the object by its number: Ctrl+K.'
    : 'Проверьте адрес или найдите объект по номеру: Ctrl+K.',
  home: en ? 'To the start page' : 'На главную',
  skip: en ? 'Skip to content' : 'К содержанию',
  updated: en ? 'Updates automatically' : 'Обновляется автоматически',
};
