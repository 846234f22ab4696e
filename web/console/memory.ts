const PLACE = 'console';

/** Names derived from another value, which are forgotten when it changes. */
const DERIVED_NAMES: Readonly<Record<string, readonly string[]>> = {
  INVOICE_ID: ['PAYMENT_ID', 'REFUND_ID', 'CHARGEBACK_ID'],
  PAYMENT_ID: ['REFUND_ID', 'CHARGEBACK_ID'],
  CUSTOMER_ID: ['BINDING_ID'],
  REPORT_ID: ['FILE_ID'],
};

const KEPT = 5;

interface Memory {
  key?: string;
  values: Record<string, string[]>;
}

let here: Memory | undefined;

/** Reads the tab's session storage, or a copy that lasts as long as the page. */
function memory(): Memory {
  return (here ??= readTab<Memory>(PLACE) ?? { values: {} });
}

const keep = () => writeTab(PLACE, here);

export function readTab<Kept>(place: string): Kept | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? '') as Kept;
  } catch {
    return undefined;
  }
}

export function writeTab(place: string, kept: unknown): void {
  try {
    sessionStorage.setItem(place, JSON.stringify(kept));
  } catch {
    // Storage is forbidden: the copy still works for this page.
  }
}

export function rememberedKey(): string {
  return memory().key ?? '';
}

export function rememberKey(key: string): void {
  memory().key = key;
  keep();
}

export function getRemembered(api: string, name: string): string[] {
  return memory().values[`${api}:${name}`] ?? [];
}

export function getLatest(api: string): Record<string, string> {
  const own = Object.entries(memory().values).filter(([name]) => name.startsWith(`${api}:`));
  return Object.fromEntries(own.map(([name, [value = '']]) => [name.slice(api.length + 1), value]));
}

export function remember(api: string, values: Readonly<Record<string, string>>): void {
  const all = memory().values;
  for (const [name, value] of Object.entries(values)) {
    const before = getRemembered(api, name);
    if (before[0] !== value)
      for (const lost of DERIVED_NAMES[name] ?? []) if (!(lost in values)) delete all[`${api}:${lost}`];
    all[`${api}:${name}`] = [value, ...before.filter((one) => one !== value)].slice(0, KEPT);
  }
  keep();
}
