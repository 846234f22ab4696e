import { en } from '../language';

export const nav = {
  main: en ? 'Sections' : 'Разделы',
  home: en ? 'Home' : 'Главная',
  menu: en ? 'Menu' : 'Меню',
  today: en ? 'Today' : 'Сегодня',
  queue: en ? 'Work queue' : 'Очередь дел',
  payments: en ? 'Payments' : 'Платежи',
  payouts: en ? 'Payouts' : 'Выплаты',
  registries: en ? 'Registries' : 'Реестры',
  webhooks: en ? 'Webhooks' : 'Вебхуки',
  shops: en ? 'Shops' : 'Магазины',
  keys: en ? 'API keys' : 'API-ключи',
  merchants: en ? 'Merchants' : 'Участники',
  administration: en ? 'Administration' : 'Управление',
  audit: en ? 'Audit log' : 'Журнал',
  search: en ? 'Search' : 'Поиск',
  signOut: en ? 'Sign out' : 'Выйти',
  light: en ? 'Light theme' : 'Светлая тема',
  dark: en ? 'Dark theme' : 'Тёмная тема',
  language: en ? 'По-русски' : 'In English',
};
