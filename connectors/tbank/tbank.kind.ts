import { z } from 'zod';
import { address, field, secret } from '../connector-field';
import { defineKind } from '../connector-kind';
import { RECEIPT_FIELDS } from '../receipt-fields';
import { FORMATS, KEY_CODES, TAXATIONS } from './tbank-codes';
import { tbankToken } from './tbank-token';
import { isCardKey, TBANK_CARDS } from './tbank.cards';

export const TBANK_URL = 'https://securepay.tinkoff.ru/v2';
/** Its test environment takes keys of live terminals. */
const TEST_ORIGIN = 'https://rest-api-test.tinkoff.ru';

const isTest = ({ terminalKey }: { terminalKey: string }, { url }: { url: string }) =>
  /DEMO$|^TinkoffBankTest$/.test(terminalKey) || new URL(url).origin === TEST_ORIGIN;

/** Terminals of T-Bank's internet acquiring. */
export const tbankKind = defineKind({
  name: 'tbank',
  label: 'T-Bank',
  credentials: z.strictObject({
    terminalKey: field(z.string().regex(/^\w{1,20}$/, { error: 'must be a key of a terminal' }), {
      en: 'Terminal key (TerminalKey)',
      ru: 'Ключ терминала (TerminalKey)',
    }),
    password: secret(z.string().regex(/^\S{1,100}$/, { error: 'must be the password of the terminal' }), {
      en: 'Password of the terminal',
      ru: 'Пароль терминала',
    }),
    // With it cards are sent, for providers with PCI DSS papers.
    cardKey: field(
      z.string().max(2_000).refine(isCardKey, { error: 'must be a public key: X.509, RSA 2048, Base64' }),
      {
        en: 'Public key for cards (X.509, Base64)',
        ru: 'Открытый ключ для карт (X.509, Base64)',
      },
    ).optional(),
  }),
  settings: z
    .strictObject({
      // With it payments with a cart carry receipts.
      taxation: field(z.enum(TAXATIONS), {
        en: 'Receipts under 54-FZ: tax system (tag 1055)',
        ru: 'Чеки по 54-ФЗ: система налогообложения (тег 1055)',
      }).exactOptional(),
      receiptFormat: field(z.enum(FORMATS), {
        en: 'Format of fiscal documents',
        ru: 'Формат фискальных документов (ФФД)',
      }).exactOptional(),
      ...RECEIPT_FIELDS,
      url: field(address(), { en: 'Address', ru: 'Адрес' }).default(TBANK_URL),
    })
    .refine(
      ({ taxation, ...given }) => taxation !== undefined || !Object.keys(given).some((name) => /^receipt/.test(name)),
      {
        error: 'settings of receipts need taxation',
      },
    ),
  origins: [new URL(TBANK_URL).origin, TEST_ORIGIN],
  cards: TBANK_CARDS,
  capabilities: {
    payOut: [],
    answersDisputes: false,
    receipts: true,
    listOperations: false,
  },
  isTest: ({ credentials, settings }) => isTest(credentials, settings),
  open: async ({ credentials, settings }, { notices: book, lookup }) => {
    const { TBankConnector } = await import('./tbank.connector.js');
    const terminal = { key: credentials.terminalKey, password: credentials.password };
    const { cardKey } = credentials;
    const receipts = {
      ...{ taxation: settings.taxation, format: settings.receiptFormat },
      ...{ vat: settings.receiptVat, subject: settings.receiptSubject, mode: settings.receiptMode },
    };
    const of = { terminal, cardKey, receipts, isTest: isTest(credentials, settings) };
    return new TBankConnector({ ...of, url: settings.url, book, lookup });
  },
  probe: ({ credentials: { terminalKey: TerminalKey, password }, settings: { url } }) => {
    const body = { TerminalKey, OrderId: 'test' };
    return {
      ...{ url, method: 'POST', path: '/CheckOrder' },
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, Token: tbankToken(body, password) }),
      isRefused: (text) => KEY_CODES.has(/"ErrorCode"\s*:\s*"?(\w+)/.exec(text)?.[1] ?? ''),
    };
  },
  callbacks: async ({ credentials: { terminalKey: key, password } }) => {
    const { createTBankCallbacks } = await import('./tbank-callbacks.js');
    return createTBankCallbacks({ key, password });
  },
});
