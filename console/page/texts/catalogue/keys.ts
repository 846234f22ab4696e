import { en } from '../language';

export const keys = {
  create: en ? 'Create a key' : 'Создать ключ',
  rotate: en ? 'Replace' : 'Заменить',
  revoke: en ? 'Revoke' : 'Отозвать',
  name: en ? 'Name of the key' : 'Имя ключа',
  scopes: en ? 'Scopes' : 'Права',
  scopeNames: {
    read: en ? 'read' : 'читать',
    payments: en ? 'payments' : 'платежи',
    payouts: en ? 'payouts' : 'выводы',
    webhooks: en ? 'webhooks' : 'вебхуки',
    keys: en ? 'keys' : 'ключи',
  } as Record<string, string>,
  scopeMissing: en ? 'Choose at least one scope' : 'Выберите хотя бы одно право',
  nameMissing: en ? 'Name the key' : 'Назовите ключ',
  expires: en ? 'Valid until' : 'Действует до',
  expiresHelp: en ? 'Empty: never expires.' : 'Пусто — бессрочно.',
  expiresWithOwn: (end: string) =>
    en
      ? `No later than your key, ${end}. Empty: together with it.`
      : `Не позже вашего ключа, ${end}. Пусто — вместе с ним.`,
  forever: en ? 'for ever' : 'бессрочно',
  lastUsed: en ? 'Used' : 'Использован',
  never: en ? 'not used' : 'не использован',
  expired: en ? 'expired' : 'истёк',
  current: en ? 'you are signed in with it' : 'вы вошли этим ключом',
  ended: (count: number) => (en ? `Revoked and expired (${count})` : `Отозванные и истёкшие (${count})`),
  readOnly: en
    ? 'The key you are signed in with lacks the scope “keys”: you can only read the list. An operator of the platform creates a key with this scope.'
    : 'У ключа, которым вы вошли, нет права «ключи»: список можно только смотреть. Ключ с этим правом выпускает оператор платформы.',
  secretOnce: en ? 'The secret is shown once: copy it now.' : 'Секрет показан один раз: скопируйте его сейчас.',
  rotateHelp: en
    ? 'The new key has the same scopes. The previous one stays valid for:'
    : 'Новый ключ получит те же права. Прежний будет действовать ещё:',
  overlaps: {
    0: en ? 'no time' : 'не будет',
    3600: en ? 'an hour' : 'час',
    86400: en ? 'a day' : 'сутки',
    604800: en ? 'a week' : 'неделю',
  } as Record<number, string>,
  rotateCurrent: en
    ? 'You are signed in with this key. Save the new one, and sign in with it while the previous one is valid.'
    : 'Вы вошли этим ключом. Сохраните новый и войдите с ним, пока прежний действует.',
  rotateRefused: en
    ? 'It cannot be replaced: your key lacks some of its scopes.'
    : 'Заменить нельзя: у вашего ключа нет всех его прав.',
  revokeCurrent: en ? 'You are signed in with this key: the session ends.' : 'Вы вошли этим ключом: сессия закончится.',
  revokeLast: en
    ? 'No other key has the scope “keys”: only an operator of the platform can create one.'
    : 'Другого ключа с правом «ключи» нет: новый выпустит только оператор платформы.',
  revoked: en ? 'The key is revoked' : 'Ключ отозван',
  revokeHelp: en
    ? 'The key stops working within five seconds, for ever.'
    : 'Ключ перестанет действовать в течение пяти секунд, навсегда.',
  waits: en
    ? 'The key waits for another administrator. Keep the window open, or request a key with the same name again on the same day (UTC).'
    : 'Ключ ждёт одобрения второго администратора. Не закрывайте окно или запросите ключ с тем же именем ещё раз в тот же день (UTC).',
  limits: en ? 'Request limits' : 'Лимиты запросов',
  perKey: en ? 'Of each key, a second' : 'Для каждого ключа, в секунду',
  perToken: en ? 'Of each payer, a second' : 'Для каждого плательщика, в секунду',
  usual: en ? 'usual' : 'обычный',
  change: en ? 'Change the limits' : 'Изменить лимиты',
  wrongLimit: en
    ? 'Must be a whole number from 1; empty: the usual limit'
    : 'Нужно целое число от 1; пусто — обычный лимит',
};
