import type { NoticeBook } from '../domain/connector-notice/connector-notice';
import type { z } from 'zod';
import type { CallbackReader } from './callback';
import type { Connector } from './connector';

/** The credentials and settings of one account. */
export interface AccountAccess<Credentials = unknown, Settings = unknown> {
  credentials: Credentials;
  settings: Settings;
}

/** What a connector declares about its accounts. */
export interface AccountKind<Credentials, Settings> {
  credentials: z.ZodType<Credentials>;
  settings: z.ZodType<Settings>;
  /** Whether the account moves no real money. */
  isTest(access: AccountAccess<Credentials, Settings>): boolean;
  /** Whether it lists its operations for reconciliation. */
  lists: boolean;
  /** @param notices the statements kept of the account, for an acquirer without a query API */
  open(access: AccountAccess<Credentials, Settings>, notices: NoticeBook): Promise<Connector>;
  /** Undefined if the account has no secret for callbacks. */
  callbacks(access: AccountAccess<Credentials, Settings>): Promise<CallbackReader | undefined>;
}
