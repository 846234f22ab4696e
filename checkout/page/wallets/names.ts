/** With no-break spaces. */
const NAMES: Readonly<Record<string, string>> = {
  applepay: 'Apple\u00a0Pay',
  googlepay: 'Google\u00a0Pay',
  samsungpay: 'Samsung\u00a0Pay',
  yandexpay: 'Yandex\u00a0Pay',
};

/** Returns the name of a service that tokenises cards; its id when unknown. */
export function getTokenProviderName(id = ''): string {
  return NAMES[id] ?? id;
}
