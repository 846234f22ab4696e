import { en } from '../language';

export const changes = {
  before: en ? 'Before' : 'Было',
  after: en ? 'After' : 'Стало',
  field: en ? 'Field' : 'Поле',
  names: {
    name: en ? 'Name' : 'Имя',
    realm: en ? 'Money' : 'Деньги',
    settings: en ? 'Settings' : 'Настройки',
    connector: en ? 'Connector' : 'Коннектор',
    secret: en ? 'Secret' : 'Секрет',
    email: en ? 'E-mail' : 'Почта',
    role: en ? 'Role' : 'Роль',
    roles: en ? 'Roles' : 'Роли',
    currency: en ? 'Currency' : 'Валюта',
    commandLimit: en ? 'For one command' : 'За одну команду',
    dailyLimit: en ? 'For a day' : 'За день',
  } as Record<string, string>,
  isCreated: en ? 'is created' : 'создаётся',
  isChanged: en ? 'is changed' : 'меняется',
  newSecret: en ? 'a new value, which is shown to no one' : 'новое значение, которое никому не показывается',
  dryRun: (days: number, payments: number, moved: number) =>
    en
      ? `Payments of ${days} d: ${payments} compared, ${moved} would go to another account`
      : `На платежах за ${days} сут.: проверено ${payments}, через другую учётную запись пошло бы ${moved}`,
  isCut: en ? 'There are more payments than were compared.' : 'Проверены не все платежи: их больше.',
  noRoute: en ? 'no route' : 'нет маршрута',
  rejectedBy: (rule: string) => (en ? `Rule ${rule} would apply to` : `Сработало бы правило ${rule}`),
  paid: (sum: string) => (en ? `of these paid ${sum}` : `из них оплачено ${sum}`),
};
