const PERSON = /^(\d{11}|\d{3}\.\d{3}\.\d{3}-\d{2})$/;
const COMPANY = /^([0-9A-Z]{12}\d{2}|[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-\d{2})$/;
const EMAIL = /^[a-z0-9.!#$'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;
const PHONE = /^(\+55)?[1-9][1-9](9\d{8}|[2-5]\d{7})$/;
const RANDOM_KEY = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const MAX_EMAIL_LENGTH = 77;

export type PixKeyType = 'CPF' | 'CNPJ' | 'Email' | 'Phone' | 'EVP';

/** Whether a text is a CPF, plain or with its punctuation (Receita Federal: two check digits by modulo 11). */
export function isCpf(text: string): boolean {
  if (!PERSON.test(text)) return false;
  const bare = text.replace(/\D/g, '');
  // Eleven equal digits pass the arithmetic and are never issued.
  return !/^(\d)\1{10}$/.test(bare) && hasCheckDigits(bare, 11);
}

/** Whether a text is a CNPJ, plain or with its punctuation; since July 2026 it may hold letters (IN RFB 2.229/2024). */
export function isCnpj(text: string): boolean {
  if (!COMPANY.test(text)) return false;
  const bare = text.replace(/[./-]/g, '');
  return !/^0+$/.test(bare) && hasCheckDigits(bare, 9);
}

/** Whether a text is a key of the PIX directory of that kind (Central Bank of Brazil, the DICT manual). */
export function isPixKey({ type, key }: { type: PixKeyType; key: string }): boolean {
  switch (type) {
    case 'CPF':
      return isCpf(key);
    case 'CNPJ':
      return isCnpj(key);
    case 'Email':
      return key.length <= MAX_EMAIL_LENGTH && EMAIL.test(key.toLowerCase());
    case 'Phone':
      return PHONE.test(key);
    case 'EVP':
      return RANDOM_KEY.test(key.toLowerCase());
  }
}

function hasCheckDigits(text: string, largestWeight: number): boolean {
  const body = text.slice(0, -2);
  const first = checkDigit(body, largestWeight);
  return text.endsWith(`${first}${checkDigit(`${body}${first}`, largestWeight)}`);
}

/** Weights count from 2 on the right and wrap after the largest; a letter has the value of its ASCII code less 48. */
function checkDigit(text: string, largestWeight: number): number {
  const values = Array.from(text, (character) => character.charCodeAt(0) - 48).reverse();
  const sum = values.reduce((total, value, index) => total + value * (2 + (index % (largestWeight - 1))), 0);
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}
