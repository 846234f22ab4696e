import type { OperationModel } from './reference';

const TOKENS: Record<string, string> = {
  invoice: 'инвойсу',
  customer: 'покупателю',
  invoiceTemplate: 'шаблону инвойсов',
};

/** Formats the required credentials, `ключ API или токен доступа к инвойсу`; empty for public operations. */
export function getCredentials({ needsKey, accessTokens }: Pick<OperationModel, 'needsKey' | 'accessTokens'>): string {
  if (!needsKey) return '';
  const names = accessTokens.map((token) => TOKENS[token] ?? token);
  const last = names.pop();
  if (last === undefined) return 'ключ API';
  return `ключ API или токен доступа к ${names.length > 0 ? `${names.join(', ')} или ${last}` : last}`;
}
