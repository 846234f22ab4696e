import { en } from '../language';

export const onboarding = {
  title: en ? 'New merchant' : 'Новый участник',
  titleShop: (partyID: string) => (en ? `New shop: ${partyID}` : `Новый магазин: ${partyID}`),
  help: en
    ? 'Fill in the form, check what changes, and create. The merchant can take payments at once.'
    : 'Заполните форму, проверьте, что изменится, и создайте. Участник сможет принимать платежи сразу.',
  noRole: en
    ? 'Operators with the role configuration create merchants.'
    : 'Создавать участников может оператор с ролью «настройки».',
  sections: {
    party: en ? 'Merchant' : 'Участник',
    contract: en ? 'Contract' : 'Договор',
    shop: en ? 'Shop' : 'Магазин',
    terms: en ? 'Terms and fee' : 'Условия и комиссия',
    routes: en ? 'Routes' : 'Маршруты',
    access: en ? 'Key and limits' : 'Ключ и лимиты',
  } as Record<string, string>,
  sectionHelp: {
    terms: en
      ? 'An empty field has its default: no fee, bank cards, holds of 7 days. Other terms are changed later on the page of the merchant.'
      : 'Пустое поле — по умолчанию: без комиссии, карты, холд на 7 дней. Остальные условия меняются позже на странице участника.',
    routes: en
      ? 'Accounts in the order in which they are tried. Without a choice, the routes of the payment institution.'
      : 'Учётные записи в том порядке, в котором их пробуют. Без выбора — маршруты платёжной организации.',
    access: en
      ? 'The secret of the key is shown once. An empty limit is the usual one.'
      : 'Секрет ключа будет показан один раз. Пустой лимит — обычный.',
    noKey: en
      ? 'An operator with the role administrator creates the key on the page of the merchant.'
      : 'Ключ создаёт оператор с ролью «администратор» на странице участника.',
  } as Record<string, string>,
  fill: en ? 'Fill in this field' : 'Заполните поле',
  wrongNumber: en ? 'Must be a whole number from 1' : 'Нужно целое число от 1',
  review: en ? 'Check' : 'Проверить',
  existing: en
    ? 'The merchant exists: a contract and a shop are added.'
    : 'Участник уже есть: к нему добавятся договор и магазин.',
  nothing: en ? 'All of this is configured already: nothing changes.' : 'Всё это уже настроено: ничего не изменится.',
  second: en
    ? 'A second person approves the routes and unusual fees: the creation waits here. The key is made after the approval.'
    : 'Маршруты и необычную комиссию одобряет второй человек: создание подождёт его здесь. Ключ появится после одобрения.',
  noSecond: en
    ? 'A second person need not approve this. The change and its reason are kept in the audit log.'
    : 'Одобрение второго человека не нужно. Действие с причиной останется в журнале.',
  addAccount: en ? 'Add an account (in a new tab)' : 'Добавить учётную запись (в новой вкладке)',
  edit: en ? 'Back to the form' : 'Назад к форме',
  create: en ? 'Create' : 'Создать',
  steps: {
    configuration: en ? 'Merchant, contract, shop' : 'Участник, договор, магазин',
    limit: en ? 'Request limits' : 'Лимиты запросов',
    key: en ? 'API key' : 'API-ключ',
  } as Record<string, string>,
  stepStates: {
    approval: en ? 'waits for a second person' : 'ждёт одобрения второго человека',
    waiting: en ? 'waits' : 'ждёт',
    running: en ? 'creating…' : 'создаём…',
    done: en ? 'done' : 'готово',
    failed: en ? 'failed' : 'не получилось',
  } as Record<string, string>,
  goOn: en ? 'Continue' : 'Продолжить',
  ready: en ? 'The merchant can take payments' : 'Участник готов принимать платежи',
  another: en ? 'Create another' : 'Создать ещё',
  toMerchant: en ? 'To the merchant' : 'К участнику',
  toPayments: en ? 'Payments of the shop' : 'Платежи магазина',
};
