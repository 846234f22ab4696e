import { en } from '../language';

export const merchants = {
  empty: en ? 'There are no merchants' : 'Участников нет',
  emptyHelp: en ? 'An operator with the role configuration creates them.' : 'Их создаёт оператор с ролью «настройки».',
  blocked: en ? 'blocked' : 'заблокирован',
  active: en ? 'active' : 'работает',
  onlyBlocked: en ? 'Blocked only' : 'Только заблокированные',
  name: en ? 'Name' : 'Имя',
  email: en ? 'E-mail' : 'Почта',
  shops: en ? 'Shops' : 'Магазины',
  noShops: en ? 'There are no shops.' : 'Магазинов нет.',
  contracts: en ? 'Contracts' : 'Договоры',
  noContracts: en ? 'There are no contracts.' : 'Договоров нет.',
  noKeys: en ? 'There are no keys.' : 'Ключей нет.',
  revoked: en ? 'revoked' : 'отозван',
  block: en ? 'Block' : 'Заблокировать',
  unblock: en ? 'Unblock' : 'Разблокировать',
  blockHelp: en
    ? 'New payments are refused, payments under way end as usual. Refunds work.'
    : 'Новые платежи будут отклонены, начатые закончатся как обычно. Возвраты работают.',
  unblockHelp: en ? 'New payments are accepted again.' : 'Новые платежи снова будут приниматься.',
  edit: en ? 'Edit' : 'Изменить',
  settings: en ? 'Settings' : 'Настройки',
  editTitle: (name: string) => (en ? `Edit ${name}` : `Изменить: ${name}`),
  review: en ? 'What changes' : 'Что изменится',
  noChanges: en ? 'Nothing is changed.' : 'Ничего не изменено.',
  save: en ? 'Save' : 'Сохранить',
  saved: en ? 'Saved' : 'Сохранено',
  waits: en ? 'Waits for the approval of a second person' : 'Ждёт одобрения второго человека',
  secondPerson: en
    ? 'A second person approves routes, bank accounts, the contract of a shop and unusual fees.'
    : 'Маршруты, банковский счёт, договор магазина и необычную комиссию одобряет второй человек.',
  conflict: en
    ? 'Another person has changed this since you read it. Read it again and repeat your changes.'
    : 'Пока вы вносили правки, настройки изменил кто-то ещё. Перечитайте их и внесите правки снова.',
  versions: en ? 'Versions' : 'Версии',
  lists: {
    institutions: en ? 'Routes and fees' : 'Маршруты и комиссии',
    categories: en ? 'Categories' : 'Категории',
    'wallet-providers': en ? 'Wallet providers' : 'Провайдеры кошельков',
  },
  listHelp: {
    institutions: en
      ? 'Terms of payment institutions: routes and fees of shops that have none of their own.'
      : 'Условия платёжных организаций: маршруты и комиссии магазинов, у которых нет своих.',
    categories: en ? 'What shops sell.' : 'Чем торгуют магазины.',
    'wallet-providers': en
      ? 'Currencies, limits, fees and routes of withdrawals.'
      : 'Валюты, лимиты, комиссии и маршруты выводов.',
  },
  emptyList: en ? 'There is nothing here yet' : 'Здесь пока ничего нет',
  id: en ? 'ID' : 'Идентификатор',
  create: en ? 'Create' : 'Создать',
  version: (version: number) => (en ? `Version ${version}` : `Версия ${version}`),
  history: en ? 'History of changes' : 'История изменений',
  test: en ? 'test' : 'тест',
  live: en ? 'live' : 'боевой',
  testShop: en ? 'Test shop' : 'Тестовый магазин',
  disabled: en ? 'disabled' : 'выключена',
  goLive: en ? 'Before going live' : 'Готовность к запуску',
  lookAgain: en ? 'Check again' : 'Проверить снова',
  add: en ? 'Create a merchant' : 'Создать участника',
  addShop: en ? 'Add a shop' : 'Добавить магазин',
  needsApproval: en
    ? 'A second person must approve this; until then nothing changes.'
    : 'Нужно одобрение второго человека: до него ничего не изменится.',
};
