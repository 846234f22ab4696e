import type { LookupFunction } from 'node:net';
import { z } from 'zod';
import type { NoticeBook } from '../domain/payments/connector-notice/connector-notice';
import type { DestinationResourceType } from '../domain/wallets/destination/destination-resource';
import type { WalletToken } from '../domain/payments/payment/payment-tool';
import type { AcquirerFeeTerms } from '../domain/merchants/settlement-report/settlement-report';
import type { CallbackReader } from './callback';
import type { Connector } from './connector';
import type { CardRules } from './card-rules';
import { PAYER_DEADLINE_SECONDS } from '../domain/payments/payment/payer-deadline';
import { field, listFields, type ConnectorField } from './connector-field';
import { mappedReport, mappingText } from './mapped-report';
import type { ReportReader } from '../bankfiles/report-table';

export { inPieces, MAX_REPORT_BYTES, type ReportSource } from '../bankfiles/report-table';

export interface AccountAccess<Credentials = unknown, Settings = unknown> {
  credentials: Credentials;
  settings: Settings;
}

/** What the platform asks of a connector before it opens one. */
export interface Capabilities {
  /** Wallets whose tokens it takes, made for the merchant that the account’s settings name; `any`: all tokens. */
  wallets?: readonly WalletToken['provider'][] | 'any';
  /** Whether it takes network tokens with their cryptograms. */
  networkTokens?: true;
  /** Destinations that it pays out to, with all credentials given. */
  payOut: readonly DestinationResourceType[] | 'any';
  /** Whether it passes documents against disputes on, and acceptances. */
  answersDisputes: boolean;
  /** Whether payments with a cart carry receipts under 54-FZ. */
  receipts: boolean;
  /** Whether it lists its operations for reconciliation. */
  listOperations: boolean;
}

/** What the platform gives to a connector. */
export interface GivenToConnector {
  /** The statements kept of the account, for an acquirer without a query API. */
  notices: NoticeBook;
  /** Resolves the acquirer's name to allowed addresses only; absent: to any. */
  lookup?: LookupFunction | undefined;
}

/** A request that reads and changes nothing, which an account that works answers with 200. */
export interface AccountProbe {
  /** Of the acquirer's API. */
  url: string;
  method: 'GET' | 'POST';
  path: string;
  query?: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** Whether an answer with 200 refuses the credentials. */
  isRefused?: (text: string) => boolean;
}

/** What every kind states. Loads without the connector's own code. */
interface KindFacts {
  /** In accounts and addresses of callbacks; permanent. */
  name: string;
  /** The acquirer's own name. */
  label: string;
  /** Published origins of the acquirer; `*` stands for a part of the first label. */
  origins: readonly string[];
  capabilities: Capabilities;
  /** Whether 3-D Secure needs the whole of the payer's browser. */
  needsBrowser?: true;
  /** Reads the acquirer's settlement reports; absent: by the mapping of the account. */
  readReport?: () => Promise<ReportReader>;
}

/** What a folder under `connectors/` declares. */
export interface KindDescription<Credentials extends z.ZodObject, Settings extends z.ZodObject> extends KindFacts {
  credentials: Credentials;
  settings: Settings;
  cards: CardRules<z.output<Credentials>, z.output<Settings>>;
  /** Whether the account moves no real money. */
  isTest: (access: AccountAccess<z.output<Credentials>, z.output<Settings>>) => boolean;
  open: (
    access: AccountAccess<z.output<Credentials>, z.output<Settings>>,
    given: GivenToConnector,
  ) => Promise<Connector>;
  probe: (access: AccountAccess<z.output<Credentials>, z.output<Settings>>) => AccountProbe;
  /** Undefined if the account has no secret for callbacks. */
  callbacks: (access: AccountAccess<z.output<Credentials>, z.output<Settings>>) => Promise<CallbackReader | undefined>;
}

/** A kind of connector, whose access is validated when it is used. */
export interface ConnectorKind extends KindFacts {
  credentials: readonly ConnectorField[];
  settings: readonly ConnectorField[];
  cards: CardRules;
  /** @throws ZodError, with the place and the rule of each problem and no values */
  check(access: AccountAccess): { isTest: boolean; settings: Record<string, unknown>; credentials: unknown };
  open(access: AccountAccess, given: GivenToConnector): Promise<Connector>;
  /** @throws ZodError */
  probe(access: AccountAccess): AccountProbe;
  callbacks(access: AccountAccess): Promise<CallbackReader | undefined>;
}

/** Reads settlement reports of an account: by its own mapping, otherwise as its kind does. */
export async function openReport(
  { readReport }: Pick<ConnectorKind, 'readReport'>,
  settings: unknown,
): Promise<{ read: ReportReader; terms: AcquirerFeeTerms }> {
  const { reportColumns, feeBasisPoints: basisPoints, feeFixed: fixedMinor } = REPORT_SETTINGS.parse(settings);
  const read = reportColumns === undefined && readReport ? await readReport() : mappedReport(reportColumns);
  return { read, terms: { basisPoints, fixedMinor } };
}

const { min, max, default: byDefault } = PAYER_DEADLINE_SECONDS;

/** Settings of every account, which the platform itself reads. */
const COMMON_SETTINGS = {
  payerDeadline: field(z.int().min(min).max(max), {
    en: 'Payer’s deadline without an answer, seconds',
    ru: 'Срок плательщика без ответа, секунды',
  }).default(byDefault),
  feeBasisPoints: field(z.int().min(0).max(10_000), {
    en: 'Acquirer’s fee of a payment, hundredths of a percent',
    ru: 'Комиссия эквайера с платежа, сотые доли процента',
  }).optional(),
  feeFixed: field(z.int().min(0).max(1_000_000_000), {
    en: 'Fixed part of that fee, minor units',
    ru: 'Постоянная часть этой комиссии, минорные единицы',
  }).optional(),
  reportColumns: field(mappingText, {
    en: 'Columns of settlement reports, JSON',
    ru: 'Столбцы отчётов о расчётах, JSON',
  }).optional(),
};
const REPORT_SETTINGS = z.object(COMMON_SETTINGS).pick({ feeBasisPoints: true, feeFixed: true, reportColumns: true });

export function defineKind<Credentials extends z.ZodObject, Settings extends z.ZodObject>(
  description: KindDescription<Credentials, Settings>,
): ConnectorKind {
  const { credentials, settings: own, cards, isTest, open, probe, callbacks, ...facts } = description;
  const settings = own.extend(COMMON_SETTINGS);
  const schema = z.object({ credentials, settings });
  const parse = (access: AccountAccess) =>
    schema.parse(access) as unknown as AccountAccess<z.output<Credentials>, z.output<Settings>>;
  return {
    ...facts,
    credentials: listFields(credentials),
    settings: listFields(settings),
    cards: { ...cards, access: (access) => cards.access(parse(access)) },
    // Settings are stored as they are given, so that a later default applies to earlier accounts.
    check: (access) => {
      const parsed = parse(access);
      const given = access.settings as Record<string, unknown>;
      return { isTest: isTest(parsed), settings: given, credentials: parsed.credentials };
    },
    open: async (access, given) => open(parse(access), given),
    probe: (access) => probe(parse(access)),
    callbacks: async (access) => callbacks(parse(access)),
  };
}
