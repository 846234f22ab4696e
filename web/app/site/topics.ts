/** Where most readers begin: the cards of the home page. */
export const TOPICS = [
  {
    title: 'Приём платежей',
    text: 'Инвойс, платёж картой с 3-D Secure, удержание и списание, возвраты, повторные платежи.',
    path: '/docs/integration/payments/payments-overview',
  },
  {
    title: 'Кошельки и выплаты',
    text: 'Владелец, кошелёк, получатель средств и вывод на карту или счёт.',
    path: '/docs/integration/wallets/wallets-overview',
  },
  {
    title: 'Вебхуки',
    text: 'События приходят по порядку и с подписью. Как проверить её, показано на готовом примере.',
    path: '/docs/integration/payments/examples/nodejs-webhook-verification',
  },
  {
    title: 'Тестовые карты',
    text: 'Номера карт песочницы на каждый случай: успех, отказ, подтверждение, нехватка средств.',
    path: '/docs/refs/testcards',
  },
];
