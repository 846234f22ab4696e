import { en } from '../language';

export const own = {
  noShops: en ? 'There are no shops' : 'Магазинов нет',
  noShopsHelp: en ? 'An operator of the platform adds shops.' : 'Магазин подключает оператор платформы.',
  site: en ? 'Site' : 'Сайт',
  suspended: en ? 'suspended' : 'приостановлен',
  blocked: en ? 'blocked' : 'заблокирован',
  active: en ? 'active' : 'работает',
  testOnlyHelp: en ? 'Test mode: no money moves' : 'Тестовый режим: деньги не движутся',
  noWebhooks: en ? 'There are no webhooks' : 'Вебхуков нет',
  noWebhooksHelp: en
    ? 'Create a webhook, so that the server of the shop is notified of payments automatically.'
    : 'Создайте вебхук, чтобы сервер магазина сразу узнавал о платежах.',
  create: en ? 'Create a webhook' : 'Создать вебхук',
  remove: en ? 'Delete' : 'Удалить',
  removeTitle: (url: string) => (en ? `Delete the webhook ${url}?` : `Удалить вебхук ${url}?`),
  removeHelp: en ? 'Messages that are not delivered yet are discarded.' : 'Недоставленные сообщения отбрасываются.',
  removed: en ? 'The webhook is deleted' : 'Вебхук удалён',
  url: en ? 'Address of the server' : 'Адрес сервера',
  urlHelp: en ? 'An HTTPS address that the internet can reach.' : 'HTTPS-адрес, который доступен из интернета.',
  topic: en ? 'Subject' : 'О чём сообщать',
  topics: {
    InvoicesTopic: en ? 'Invoices, payments, refunds' : 'Инвойсы, платежи, возвраты',
    CustomersTopic: en ? 'Customers and bindings' : 'Покупатели и привязки',
    PayoutsTopic: en ? 'Payouts to the shop' : 'Выплаты магазину',
    WithdrawalsTopic: en ? 'Withdrawals' : 'Выводы',
    DestinationsTopic: en ? 'Destinations' : 'Получатели средств',
  } as Record<string, string>,
  publicKey: en ? 'Key that verifies signatures' : 'Ключ для проверки подписи',
  created: en ? 'The webhook is created' : 'Вебхук создан',
  createdHelp: en
    ? 'Verify the header Content-Signature of each message with this key.'
    : 'Проверяйте этим ключом заголовок Content-Signature каждого сообщения.',
  failing: en ? 'Not accepted by the server' : 'Сервер не принял',
  retry: en ? 'Send again' : 'Отправить снова',
  retried: en ? 'Being sent again' : 'Отправляется снова',
  sessions: {
    title: en ? 'My sessions' : 'Мои сессии',
    leaveAll: en ? 'Sign out everywhere' : 'Выйти везде',
    leaveAllHelp: en
      ? 'All sessions, this one too, end at once on all devices.'
      : 'Все сессии, и эта тоже, закончатся сразу, на всех устройствах.',
    since: en ? 'signed in' : 'вход',
    seen: en ? 'last request' : 'последний запрос',
    current: en ? 'this session' : 'эта сессия',
    end: en ? 'End' : 'Завершить',
    kept: en
      ? 'The session was not ended: the platform does not answer.'
      : 'Сессия не завершена: платформа не отвечает.',
  },
};
