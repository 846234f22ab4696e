export const changes = {
  before: 'Было',
  after: 'Стало',
  field: 'Поле',
  subjects: {
    party: 'Участник',
    contract: 'Договор',
    shop: 'Магазин',
    category: 'Категория',
    paymentInstitution: 'Платёжная организация',
    walletProvider: 'Провайдер кошельков',
    connectorAccount: 'Учётная запись эквайера',
  } as Record<string, string>,
  isCreated: 'создаётся',
  isChanged: 'меняется',
  newSecret: 'новое значение, которое никому не показывается',
  dryRun: (payments: number, moved: number) =>
    `На вчерашних платежах: проверено ${payments}, через другую учётную запись пошло бы ${moved}`,
  isCut: 'Проверены не все платежи: их больше.',
  noRoute: 'нет маршрута',
  fee: 'Комиссия',
};
