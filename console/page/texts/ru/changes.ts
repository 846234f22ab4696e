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
};
