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
  fields: {
    'party.id': en ? 'Id of the merchant' : 'Идентификатор участника',
    'contract.id': en ? 'Id of the contract' : 'Идентификатор договора',
    'contract.paymentInstitution': en ? 'Payment institution' : 'Платёжная организация',
    'contract.kind': en ? 'Contractor' : 'Кто заключает договор',
    'contract.contractor.email': en ? 'E-mail of the owner' : 'Почта владельца',
    'contract.contractor.registeredName': en ? 'Registered name' : 'Наименование',
    'contract.contractor.registeredNumber': en ? 'Registered number' : 'ОГРН или ОГРНИП',
    'contract.contractor.inn': en ? 'INN' : 'ИНН',
    'contract.contractor.actualAddress': en ? 'Actual address' : 'Фактический адрес',
    'contract.contractor.postAddress': en ? 'Postal address' : 'Почтовый адрес',
    'contract.contractor.representativeFullName': en ? 'Representative: full name' : 'Представитель: ФИО',
    'contract.contractor.representativePosition': en ? 'Representative: position' : 'Представитель: должность',
    'contract.contractor.representativeDocument': en
      ? 'Representative: document'
      : 'Представитель: действует на основании',
    'contract.contractor.bankAccount.account': en ? 'Bank account' : 'Расчётный счёт',
    'contract.contractor.bankAccount.bankName': en ? 'Bank' : 'Банк',
    'contract.contractor.bankAccount.bankPostAccount': en ? 'Correspondent account' : 'Корреспондентский счёт',
    'contract.contractor.bankAccount.bankBik': en ? 'BIK' : 'БИК',
    'contract.contractor.legalName': en ? 'Legal name' : 'Наименование',
    'contract.contractor.registeredOffice': en ? 'Registered office' : 'Юридический адрес',
    'contract.contractor.tradingName': en ? 'Trading name' : 'Торговое имя',
    'contract.contractor.principalPlaceOfBusiness': en ? 'Principal place of business' : 'Место ведения дел',
    'contract.contractor.country': en ? 'Country (three letters)' : 'Страна (три буквы)',
    'contract.contractor.firstName': en ? 'First name' : 'Имя',
    'contract.contractor.secondName': en ? 'Last name' : 'Фамилия',
    'contract.contractor.middleName': en ? 'Middle name' : 'Отчество',
    'contract.contractor.contactInfo.email': en ? 'E-mail' : 'Почта',
    'contract.contractor.contactInfo.phoneNumber': en ? 'Phone' : 'Телефон',
    'contract.legalAgreement.id': en ? 'Contract number' : 'Номер договора',
    'contract.legalAgreement.signedAt': en ? 'Signed on' : 'Подписан',
    'shop.id': en ? 'Id of the shop' : 'Идентификатор магазина',
    'shop.name': en ? 'Name of the shop' : 'Название магазина',
    'shop.url': en ? 'Address of the site' : 'Адрес сайта',
    'shop.category': en ? 'Category' : 'Категория',
    'shop.currency': en ? 'Currency' : 'Валюта',
    'shop.terms.fee': en ? 'Fee, %' : 'Комиссия, %',
    'shop.terms.feeCollection': en ? 'Collection of the fee' : 'Взимание комиссии',
    'shop.terms.holdLifetime': en ? 'Lifetime of holds' : 'Срок холда',
    'shop.terms.amountLimits.0.min': en ? 'Invoice amount from' : 'Сумма инвойса от',
    'shop.terms.amountLimits.0.max': en ? 'Invoice amount up to' : 'Сумма инвойса до',
    'shop.terms.amountLimits.0.perDay': en ? 'Turnover of a day up to' : 'Оборот в день до',
    'shop.terms.routes': en ? 'Accounts' : 'Учётные записи',
    'key.name': en ? 'Name of the key' : 'Имя ключа',
    'key.scopes': en ? 'Scopes of the key' : 'Права ключа',
    'limit.perKey': en ? 'Requests/s of a key' : 'Запросов/с для ключа',
    'limit.perToken': en ? 'Requests/s of a payer' : 'Запросов/с: плательщик',
  } as Record<string, string>,
  options: {
    RegisteredUser: en ? 'User with an e-mail address' : 'Пользователь с почтой',
    RussianLegalEntity: en ? 'Russian legal entity' : 'Российское юридическое лицо',
    InternationalLegalEntity: en ? 'International legal entity' : 'Иностранное юридическое лицо',
    RussianPrivateEntity: en ? 'Private person' : 'Физическое лицо',
    '': en ? 'Default' : 'По умолчанию',
    withheld: en ? 'Withheld from the balance' : 'Удерживается из баланса',
    billed: en ? 'Billed separately' : 'Выставляется отдельно',
  } as Record<string, string>,
  choose: en ? 'Choose' : 'Выберите',
  optional: en ? 'optional' : 'необязательно',
  fill: en ? 'Fill in this field' : 'Заполните поле',
  wrongNumber: en ? 'Must be a whole number from 1' : 'Нужно целое число от 1',
  review: en ? 'Check' : 'Проверить',
  problems: (count: number) => (en ? `Fields to correct: ${count}` : `Поправьте поля: ${count}`),
  general: en ? 'What to correct' : 'Что исправить',
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
