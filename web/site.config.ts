/**
 * Everything that makes this site the site of one provider. Another provider changes this file and the folder `content/`.
 *
 * Values read from the environment can differ between a build and the place it runs; the rest is fixed by the build.
 */
export interface ApiSpecification {
  /** The part of the URL after `/api/`. */
  route: string;
  /** The file in the folder of specifications (`specs/`, or SPECS_DIR at build). */
  source: string;
  /** Smaller documents shown as further groups of the same reference. */
  includes?: string[];
  /** The title of the reference, in the menu and as its heading. */
  title: string;
  /** One sentence for the menu, the home page and search engines. */
  description: string;
  /** Whether the reader's server calls us, or we call the reader's. */
  direction: 'incoming' | 'outgoing';
  /** Where requests of the samples go; absent for events. */
  samplesBaseUrl?: string;
}

export interface ExternalLink {
  label: string;
  href: string;
}

/** A request of a guide, by the name that its tests know it by; its answer comes with it. */
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
  tagline: 'Приём платежей и кошельки для вашего сервиса',
  description:
    'Документация платформы Holdfast: приём платежей, выплаты, кошельки и подписанные вебхуки. Руководства, справочники API и тестовые карты.',
  favicon: '/favicon.svg',
  /** The public origin of the site: canonical links, sitemap, Open Graph. */
  url: (environment['SITE_URL'] ?? 'http://127.0.0.1:3000').replace(/\/+$/, ''),
  /** The path under which the whole site stands; begins and ends with a slash. */
  baseUrl: environment['SITE_BASE_URL'] ?? '/',
  locale: 'ru',
  copyright: '© 2025 Holdfast',
  /** The organisation that hosts the source code. */
  source: { label: 'Исходный код', href: 'https://github.com/holdfast-payments' },
  provider: [
    { label: 'Приём платежей', href: 'https://holdfast.example/payments' },
    { label: 'Кошельки и выплаты', href: 'https://holdfast.example/wallets' },
    { label: 'Личный кабинет', href: 'https://dashboard.holdfast.example' },
  ] satisfies ExternalLink[],
  /** What the foot of every page leads to, by paths within a version of the docs; the first is where readers begin. */
  docs: [
    { label: 'Введение', path: '/intro' },
    { label: 'Приём платежей', path: '/category/payments' },
    { label: 'Кошельки', path: '/category/wallets' },
    { label: 'Справочные материалы', path: '/category/refs' },
  ],
  /** The cards of the home page. */
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
  /** What the home page shows under its topics, if anything. */
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
      description: 'Тела вебхуков об инвойсах, платежах, возвратах и покупателях.',
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
  /** DocSearch is used when all three are given; the site's own index otherwise, and whenever Algolia does not answer. */
  algolia: environment['ALGOLIA_APP_ID']
    ? {
        appId: environment['ALGOLIA_APP_ID'],
        apiKey: environment['ALGOLIA_API_KEY'] ?? '',
        index: environment['ALGOLIA_INDEX'] ?? '',
        hosts: environment['ALGOLIA_HOSTS']?.split(',').filter(Boolean) ?? [],
      }
    : undefined,
  /** The console of the references, which sends requests from the reader's browser to the API of their samples. */
  console: {
    /** Whether a reader may take the key of the demonstration shop: only where the platform runs on his own machine. */
    hasDemo: environment['CONSOLE_DEMO'] === '1' && Boolean(environment['CHECKOUT_DEMO_API_KEY']),
  },
  /** Where the payment form's script comes from; pages with `checkout: true` load it. Nothing is loaded while it is empty. */
  checkout: {
    host: (environment['CHECKOUT_HOST'] ?? environment['CHECKOUT_URL'] ?? '').replace(/\/+$/, ''),
    script: '/checkout.js',
    /** What guides write for the host; readers see the host itself where there is one. */
    example: 'https://pay.holdfast.example',
    /** Whether a reader may pay an invoice of the sandbox in the guide: never where nobody has given a key for it. */
    hasDemo: Boolean(environment['CHECKOUT_DEMO_API_KEY']),
  },
} as const satisfies Record<string, unknown>;

export type SiteConfig = typeof siteConfig;
