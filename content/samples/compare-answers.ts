/** Strings under these names are generated on every run; a guide shows their format. */
const GENERATED_FIELDS =
  /^(?:id|source|\w+ID|\w+At|\w+Until|\w*[tT]oken|payload|paymentSession|publicKey|rrn|approvalCode|expiresOn|uriTemplate|template|message)$/;

export interface Comparison {
  documented: unknown;
  actual: unknown;
  isPartial: boolean;
  /** Values that differ between guide and test, such as the shop and the webhook's URL. */
  local: ReadonlySet<string>;
}

export function findDifferences(comparison: Comparison, path = '', name = ''): string[] {
  const { documented, actual } = comparison;
  const below = (key: string, step: string) =>
    findDifferences(
      { ...comparison, documented: entry(documented, key), actual: entry(actual, key) },
      path + step,
      key,
    );
  if (Array.isArray(documented) && Array.isArray(actual)) {
    if (documented.length > actual.length || (documented.length < actual.length && !comparison.isPartial)) {
      return [`${path || 'the answer'} has ${actual.length} elements, the guide shows ${documented.length}`];
    }
    return documented.flatMap((_, index) => below(String(index), `[${index}]`));
  }
  if (isRecord(documented) && isRecord(actual)) {
    const missing = Object.keys(documented).filter((key) => !(key in actual));
    const extra = comparison.isPartial ? [] : Object.keys(actual).filter((key) => !(key in documented));
    return [
      ...missing.map((key) => `${path}.${key} is shown, but the answer has none`),
      ...extra.map((key) => `${path}.${key} is in the answer, but not shown`),
      ...Object.keys(documented).flatMap((key) => (key in actual ? below(key, `.${key}`) : [])),
    ];
  }
  if (documented === actual || isGenerated(comparison, name)) return [];
  return [`${path || 'the answer'} is ${JSON.stringify(actual)}, the guide shows ${JSON.stringify(documented)}`];
}

function isGenerated({ documented, actual, local }: Comparison, name: string): boolean {
  if (typeof documented !== 'string' || typeof actual !== 'string') return false;
  if (name === 'externalID') return [...local].some((value) => value !== '' && actual.startsWith(value));
  return local.has(actual) || GENERATED_FIELDS.test(name);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function entry(value: unknown, key: string): unknown {
  return (value as Record<string, unknown>)[key];
}
