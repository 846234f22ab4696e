import { en } from '../language';

export const search = {
  placeholder: en ? 'Id, e-mail, last 4 digits, RRN, amount' : 'Номер, почта, последние 4 цифры, RRN, сумма',
  help: en
    ? 'The whole value is compared. An amount may have a currency: “1,250.50 RUB”. A card with an amount: “4242 1,250.50”.'
    : 'Сравнивается значение целиком. Сумма — с валютой или без: «1 250,50 ₽». Карта с суммой: «4242 1 250,50».',
  recent: en ? 'Opened recently' : 'Недавно открытые',
  nothing: en
    ? 'Nothing found. Check for a typing error: values must match exactly.'
    : 'Ничего не найдено. Проверьте, нет ли опечатки: ищется точное значение.',
  find: en ? 'Find' : 'Найти',
  /** A name that is an English word already has no English text. */
  matched: {
    externalID: en ? 'external id' : 'внешний номер',
    email: en ? 'e-mail' : 'почта',
    lastFour: en ? 'card digits' : 'цифры карты',
    rrn: 'RRN',
    approvalCode: en ? 'approval code' : 'код авторизации',
    connectorReference: en ? 'id at the provider' : 'номер у провайдера',
    ...(!en && {
      id: 'номер',
      phone: 'телефон',
      amount: 'сумма',
      metadata: 'metadata',
      surname: 'фамилия',
    }),
  } as Record<string, string>,
};
