/**
 * Everything specific to one provider; another provider changes this file and `content/`. Environment values may differ
 * between build and runtime; the rest is fixed by the build.
 */
export interface ApiSpecification {
  route: string;
  /** The file in the specifications' folder (`specs/`, or SPECS_DIR at build). */
  source: string;
  /** Smaller documents shown as further groups of the same reference. */
  includes?: string[];
  title: string;
  description: string;
  /** Whether the reader calls the platform, or the platform calls the reader. */
  direction: 'incoming' | 'outgoing';
  /** The base URL of request samples; absent for events. */
  samplesBaseUrl?: string;
}

export interface ExternalLink {
  label: string;
  href: string;
}

/** `large`: the sides of `/icon-192.png` and others, for the home screens of phones. */
export interface SiteIcons {
  ico: string;
  apple: string;
  large: number[];
  themeColor: string;
}

/** A step of the picture on the home page; its state changes from `before` to `after`. */
export interface FlowStep {
  title: string;
  text: string;
  path: string;
  before: string;
  after: string;
}

/** A request of a guide, by its name in the tests, with its response. */
export interface HomeSampleSource {
  version: string;
  guide: string;
  name: string;
  title: string;
  text: string;
  more: { label: string; path: string };
}

const environment = globalThis.process?.env ?? {};
const apiUrl = environment['API_URL'] ?? 'https://api.holdfast.example';

export const siteConfig = {
  title: 'Holdfast',
  /** The headline of the home page, and part of its title. */
  tagline: 'Приём платежей и выплаты на вашей стороне',
  lead: 'Создайте инвойс одним запросом, примите оплату и узнайте о ней из подписанного вебхука. До первого рубля всё можно проверить в песочнице.',
  description:
    'Документация платформы Holdfast: приём платежей, выплаты, кошельки и подписанные вебхуки. Руководства, справочники API и тестовые карты.',
  favicon: '/favicon.svg',
  /** Further icons for browsers and phones, made by scripts/pictures.mjs. */
  icons: {
    ico: '/favicon.ico',
    apple: '/apple-touch-icon.png',
    large: [192, 512],
    themeColor: '#0c2a2e',
  } satisfies SiteIcons,
  /** The picture of links in messengers and social networks, 1200 by 630 pixels. */
  image: '/og.png',
  /** The public origin: canonical links, sitemap, Open Graph. */
  url: (environment['SITE_URL'] ?? 'http://127.0.0.1:3000').replace(/\/+$/, ''),
  /** The path of the whole site, with slashes at both ends. */
  baseUrl: environment['SITE_BASE_URL'] ?? '/',
  locale: 'ru',
  copyright: '© 2025 Holdfast',
  source: { label: 'Исходный код', href: 'https://github.com/holdfast-payments' },
  provider: [
    { label: 'Приём платежей', href: 'https://holdfast.example/payments' },
    { label: 'Кошельки и выплаты', href: 'https://holdfast.example/wallets' },
    ...(environment['CONSOLE_URL'] ? [{ label: 'Личный кабинет', href: environment['CONSOLE_URL'] }] : []),
  ] satisfies ExternalLink[],
  /** The footer's links, by paths within a version; the first is the start page. */
  docs: [
    { label: 'Быстрый старт', path: '/quick-start' },
    { label: 'Введение', path: '/intro' },
    { label: 'Приём платежей', path: '/category/payments' },
    { label: 'Кошельки', path: '/category/wallets' },
    { label: 'Справочные материалы', path: '/category/refs' },
  ],
  topics: [
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
      text: 'Что приходит, в каком порядке, как повторяется и как проверить подпись.',
      path: '/docs/integration/webhooks',
    },
    {
      title: 'Тестирование',
      text: 'Карты и суммы песочницы на каждый случай: успех, отказ, подтверждение, обрыв связи.',
      path: '/docs/integration/testing',
    },
  ],
  /** The payment of `homeSample`, step by step. */
  homeFlow: [
    {
      title: 'Инвойс',
      text: 'Заказ № 1042, 1 999,90 ₽',
      path: '/api/payments/createInvoice',
      before: 'unpaid',
      after: 'paid',
    },
    {
      title: 'Платёж',
      text: 'Карта •••• 4242, 3-D Secure пройден',
      path: '/api/payments/createPayment',
      before: 'pending',
      after: 'captured',
    },
    {
      title: 'Вебхук',
      text: 'Подписанное событие PaymentCaptured',
      path: '/api/payments-webhook-events/PaymentCaptured',
      before: 'отправлен',
      after: '200 OK',
    },
  ] satisfies FlowStep[],
  homeSample: {
    version: 'current',
    guide: 'integration/payments/payments-overview',
    name: 'create-invoice',
    title: 'Первый инвойс – один запрос',
    text: 'Ответ пришёл – инвойс создан. Повтор с тем же externalID вернёт тот же инвойс, а о платеже сообщит вебхук.',
    more: { label: 'Провести платёж целиком', path: '/docs/integration/payments/payments-overview' },
  } satisfies HomeSampleSource,
  specifications: [
    {
      route: 'payments',
      source: 'payments.json',
      title: 'API платежей',
      description: 'Инвойсы, платежи, возвраты, покупатели, магазины и вебхуки.',
      direction: 'incoming',
      samplesBaseUrl: apiUrl,
    },
    {
      route: 'payments-webhook-events',
      source: 'payments-webhook-events.json',
      title: 'События платежей',
      description: 'Тела вебхуков об инвойсах, платежах, возвратах, покупателях и выплатах магазину.',
      direction: 'outgoing',
    },
    {
      route: 'wallets',
      source: 'wallets.json',
      includes: ['payres.json'],
      title: 'API кошельков',
      description: 'Владельцы, кошельки, получатели средств, выводы, пополнения и переводы.',
      direction: 'incoming',
      samplesBaseUrl: apiUrl,
    },
    {
      route: 'wallets-webhook-events',
      source: 'wallets-webhook-events.json',
      title: 'События кошельков',
      description: 'Тела вебхуков о выводах и получателях средств.',
      direction: 'outgoing',
    },
  ] satisfies ApiSpecification[],
  /** DocSearch is used when all three are set; otherwise, and on errors of Algolia, the site's own index. */
  algolia: environment['ALGOLIA_APP_ID']
    ? {
        appId: environment['ALGOLIA_APP_ID'],
        apiKey: environment['ALGOLIA_API_KEY'] ?? '',
        index: environment['ALGOLIA_INDEX'] ?? '',
        hosts: environment['ALGOLIA_HOSTS']?.split(',').filter(Boolean) ?? [],
      }
    : undefined,
  /** The console sends requests from the reader's browser to the API. */
  console: {
    /** Whether the demonstration shop's key is available: only when the platform runs on the reader's machine. */
    hasDemo: environment['CONSOLE_DEMO'] === '1' && Boolean(environment['CHECKOUT_DEMO_API_KEY']),
  },
  /** The host of the payment form's script, which pages with `checkout: true` load; empty for none. */
  checkout: {
    host: (environment['CHECKOUT_HOST'] ?? environment['CHECKOUT_URL'] ?? '').replace(/\/+$/, ''),
    script: '/checkout.js',
    /** The host in the guides' source, replaced by the configured one. */
    example: 'https://pay.holdfast.example',
    /** Whether the guide has a demonstration payment: only with a key. */
    hasDemo: Boolean(environment['CHECKOUT_DEMO_API_KEY']),
  },
} as const satisfies Record<string, unknown>;

export type SiteConfig = typeof siteConfig;
