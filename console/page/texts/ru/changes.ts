export const changes = {
  before: 'Было',
  after: 'Стало',
  field: 'Поле',
  isCreated: 'создаётся',
  isChanged: 'меняется',
  newSecret: 'новое значение, которое никому не показывается',
  dryRun: (payments: number, moved: number) =>
    `На вчерашних платежах: проверено ${payments}, через другую учётную запись пошло бы ${moved}`,
  isCut: 'Проверены не все платежи: их больше.',
  noRoute: 'нет маршрута',
  fee: 'Комиссия',
};
