import { en } from '../language';

export const signIn = {
  title: en ? 'Sign in to the console' : 'Вход в консоль',
  key: en ? 'Key' : 'Ключ',
  keyHelp: en
    ? 'The key of an operator or the API key of a merchant. It stays on the server and never reaches the browser.'
    : 'Ключ оператора или API-ключ магазина. Он остаётся на сервере и не попадает в браузер.',
  submit: en ? 'Sign in' : 'Войти',
  or: en ? 'or' : 'или',
  provider: en ? 'Sign in with your company account' : 'Войти через учётную запись компании',
  wrong: en ? 'The key is not valid: check that it is not revoked.' : 'Ключ не подходит: проверьте, не отозван ли он.',
  tooMany: en ? 'Too many attempts. Wait a minute.' : 'Слишком много попыток. Подождите минуту.',
  providerFailed: en
    ? 'The provider did not confirm the sign-in, or you have no role. Retry, or contact an administrator.'
    : 'Провайдер не подтвердил вход, или у вас нет роли. Попробуйте ещё раз или обратитесь к администратору.',
  ended: en ? 'The session has ended' : 'Сессия закончилась',
  endedHelp: en
    ? 'Sign in again: all that you have entered on the page stays.'
    : 'Войдите снова: всё, что вы ввели на странице, останется на месте.',
  checkAgain: en ? 'I have signed in, continue' : 'Я вошёл, продолжить',
  haveInvitation: en ? 'I have an invitation' : 'У меня есть приглашение',
  invitationHelp: en
    ? 'Two administrators give you a code each. Together they make your key once; only you see it.'
    : 'Два администратора передают вам по одному коду. Вместе они один раз создают ваш ключ; его увидите только вы.',
  invitation: {
    code: en ? 'Code of the first administrator' : 'Код первого администратора',
    otherCode: en ? 'Code of the second administrator' : 'Код второго администратора',
    name: en ? 'Name of the key' : 'Название ключа',
  },
  redeem: en ? 'Make the key' : 'Создать ключ',
  wrongCodes: en
    ? 'The codes do not fit: both are needed, the invitation must be neither redeemed nor expired.'
    : 'Коды не подходят: нужны оба, приглашение не использовано и не истекло.',
  keyOnce: en ? 'The key is shown once: store it.' : 'Ключ показан один раз: сохраните его.',
  withKey: en ? 'Sign in with a key' : 'Войти с ключом',
  role: {
    viewer: en ? 'viewer' : 'наблюдатель',
    support: en ? 'support' : 'поддержка',
    finance: en ? 'finance' : 'финансы',
    configuration: en ? 'configuration' : 'настройки',
    administrator: en ? 'administrator' : 'администратор',
  } as Record<string, string>,
  merchant: en ? 'merchant' : 'магазин',
};
