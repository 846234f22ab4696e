import { methods as english } from '../../../../ui/payment-methods/en';
import { methods as russian } from '../../../../ui/payment-methods/ru';
import { en } from '../language';

export const payments = {
  note: en ? 'Add a note' : 'Добавить заметку',
  saveNote: en ? 'Save' : 'Записать',
  noteText: en ? 'Note' : 'Заметка',
  noteHelp: en
    ? 'Operators see it in the history of the payment, the merchant does not. Up to 1,000 characters.'
    : 'Её увидят операторы в истории платежа, магазин не увидит. До 1000 знаков.',
  noteMissing: en ? 'Write the note' : 'Напишите заметку',
  chooseShopHelp: en
    ? 'Payments are listed by shop: choose one in the filter, or find a payment by its number with Ctrl+K.'
    : 'Платежи показываются по магазинам: выберите его в фильтре или найдите платёж по номеру — Ctrl+K.',
  empty: en ? 'There are no such payments' : 'Таких платежей нет',
  emptyHelp: en ? 'Widen the dates or remove filters.' : 'Расширьте даты или уберите фильтры.',
  last4: en ? 'Last 4 digits' : 'Последние 4 цифры',
  clear: en ? 'Reset filters' : 'Сбросить фильтры',
  apply: en ? 'Show' : 'Показать',
  number: en ? 'Number' : 'Номер',
  order: en ? 'Order' : 'Заказ',
  actions: en ? 'Actions' : 'Действия',
  refund: en ? 'Refund' : 'Вернуть',
  tool: en ? 'Tool' : 'Средство',
  methods: {
    ...(en ? english : russian),
    customerPayer: en ? 'Saved card' : 'Сохранённая карта',
    recurrentPayer: en ? 'Recurring charge' : 'Повторное списание',
  } as Record<string, string>,
  wrongAmount: en
    ? 'Choose a shop and enter an amount in its currency, such as 1,250.50'
    : 'Выберите магазин и укажите сумму в его валюте, например 1 250,50',
  filters: en ? 'Filters' : 'Фильтры',
  captureHelp: (sum: string) =>
    en
      ? `${sum} is held. What you do not capture goes back to the payer.`
      : `Удержано ${sum}. Остаток, который вы не спишете, вернётся плательщику.`,
  refundHelp: (sum: string) => (en ? `${sum} can still be refunded.` : `Можно вернуть ещё ${sum}.`),
  cancelHelp: en
    ? 'The money goes back to the payer. This cannot be undone.'
    : 'Деньги вернутся плательщику. Отменить это нельзя.',
  resendHelp: en
    ? 'The messages about this invoice are sent to the merchant again, in order.'
    : 'Сообщения об этом инвойсе будут отправлены магазину ещё раз, по порядку.',
  resendCount: (messages: number, webhooks: number) =>
    en ? `Messages: ${messages}, webhooks: ${webhooks}.` : `Сообщений: ${messages}, вебхуков: ${webhooks}.`,
  resendNone: en
    ? 'There is nothing to send: no subscription covers this payment, or nothing was delivered yet.'
    : 'Отправлять нечего: подписки на этот платёж нет, или ещё ничего не доставлено.',
  linkReady: en
    ? 'The link is copied. It is valid for three days, and anyone can pay with it.'
    : 'Ссылка скопирована. Она действует три дня, и по ней может заплатить любой.',
  history: en ? 'What happened' : 'Что происходило',
  noHistory: en ? 'There are no events.' : 'Событий нет.',
  lanes: {
    payer: en ? 'Payer and merchant' : 'Плательщик и магазин',
    bank: en ? 'Bank' : 'Банк',
    merchant: en ? 'Messages to the merchant' : 'Сообщения магазину',
  },
  compare: en ? 'Compare the sides' : 'Сравнить стороны',
  numbers: en ? 'Numbers' : 'Номера',
  later: (time: string) => (en ? `${time} later` : `через ${time}`),
  actors: {
    payer: en ? 'Payer or merchant' : 'Плательщик или магазин',
    operator: en ? 'Operator' : 'Оператор',
    platform: en ? 'Platform' : 'Платформа',
    bank: en ? 'Bank' : 'Банк',
    merchant: en ? 'Message to the merchant' : 'Сообщение магазину',
  },
  noMessages: en ? 'No messages' : 'Сообщений нет',
  details: en ? 'Ledger and workflows' : 'Проводки и процессы',
  ledger: en ? 'Ledger' : 'Проводки',
  workflows: en ? 'Temporal workflows' : 'Процессы Temporal',
  openWorkflow: en ? 'Open in Temporal UI' : 'Открыть в Temporal UI',
  missing: en ? 'Not everything is shown' : 'Показано не всё',
  folded: (count: number) => (en ? `${count} more like this` : `ещё ${count} таких же`),
};
