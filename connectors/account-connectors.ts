import type { LookupFunction } from 'node:net';
import type { ConnectorAccount } from '../domain/payments/connector-account/connector-account';
import type { NoticeBook } from '../domain/payments/connector-notice/connector-notice';
import type { ContradictedAnswer } from '../domain/operators/reconciliation/answer-difference';
import { findRefusedAddress, type HostPolicy } from './account-addresses';
import type { CallbackReader } from './callback';
import { comparing } from './comparing-connector';
import { ConnectorUnavailable, type Connector, type Connectors } from './connector';
import type { AccountAccess, ConnectorKind } from './connector-kind';
import { findKind } from './kinds';

/** Where accounts and their credentials are stored. */
export interface AccountSource {
  /** The account; may be up to a second old. */
  find(id: string): Promise<ConnectorAccount | undefined>;
  /** The account as it is now. */
  findNow(id: string): Promise<ConnectorAccount | undefined>;
  list(): Promise<ConnectorAccount[]>;
  /** The statements kept of an account. */
  notices(id: string): NoticeBook;
  /** Undefined if the account has a newer version. */
  readCredentials(account: ConnectorAccount): Promise<{ credentials: unknown } | undefined>;
  /** Where other addresses than the acquirers' published ones may be; absent: anywhere. */
  policy?: HostPolicy | undefined;
  /** Resolves names of acquirers at each connection by the same policy. */
  lookup?: LookupFunction | undefined;
  /** Records an answer of an account that contradicts its request. */
  reportContradiction(id: string, contradicted: ContradictedAnswer): Promise<void>;
}

interface Opened<Item> {
  version: number;
  item: Promise<Item>;
}

/** Opens one thing for each version of an account and keeps the newest. */
class OpenAccounts<Item> {
  private readonly opened = new Map<string, Opened<Item>>();

  constructor(
    private readonly source: AccountSource,
    private readonly open: (kind: ConnectorKind, access: AccountAccess, account: ConnectorAccount) => Promise<Item>,
  ) {}

  async find(account: ConnectorAccount): Promise<Item | undefined> {
    const { id, version } = account;
    const known = this.opened.get(id);
    if (known && known.version >= version) return known.item;
    const access = await this.source.readCredentials(account);
    const kind = findKind(account.connector);
    // A newer version was stored since: the previous instance serves until the directory knows it.
    if (!access || !kind) return known?.item;
    const item = this.open(kind, { ...access, settings: account.settings }, account);
    this.opened.set(id, { version, item });
    item.catch(() => this.opened.delete(id));
    return item;
  }
}

/** Connectors by account id, whose answers are all compared with what was requested. */
export class AccountConnectors {
  private readonly opened: OpenAccounts<Connector>;

  /** @param wrap wraps each connector that is opened, for measurement */
  constructor(
    private readonly source: AccountSource,
    wrap: (id: string, connector: Connector) => Connector = (_, connector) => connector,
  ) {
    this.opened = new OpenAccounts(source, async (kind, access, { id, settings }) => {
      const refused = source.policy && findRefusedAddress(kind, settings, source.policy);
      if (refused) throw new ConnectorUnavailable(`${id}: ${refused.setting} ${refused.problem}`, { isUnsent: true });
      const opened = await kind.open(access, { notices: source.notices(id), lookup: source.lookup });
      return wrap(
        id,
        comparing(opened, (contradicted) => source.reportContradiction(id, contradicted)),
      );
    });
  }

  async find(id: string): Promise<Connector | undefined> {
    const account = await this.findAccount(id);
    return account && this.opened.find(account);
  }

  async callbackPath(id: string): Promise<string> {
    const account = await this.findAccount(id);
    return `/callbacks/${account?.connector ?? id}/${id}`;
  }

  /** The ids of all accounts, disabled ones too. */
  async ids(): Promise<string[]> {
    return (await this.source.list()).map(({ id }) => id);
  }

  /** The connectors of all accounts; those whose credentials cannot be read are left out. */
  async openAll(): Promise<Connectors> {
    const ids = await this.ids();
    const opened = await Promise.all(ids.map(async (id) => [id, await this.find(id).catch(() => undefined)] as const));
    return Object.fromEntries(opened.flatMap(([id, connector]) => (connector ? [[id, connector] as const] : [])));
  }

  /** An unknown account may have been added a moment ago. */
  private async findAccount(id: string): Promise<ConnectorAccount | undefined> {
    return (await this.source.find(id)) ?? (await this.source.findNow(id));
  }
}

/** Callback readers by connector and account. */
export class AccountCallbacks {
  private readonly opened: OpenAccounts<CallbackReader | undefined>;

  constructor(private readonly source: AccountSource) {
    this.opened = new OpenAccounts(source, (kind, access) => kind.callbacks(access));
  }

  async find({ connector, id }: { connector: string; id: string }): Promise<CallbackReader | undefined> {
    const account = await this.source.find(id);
    return account?.connector === connector ? this.opened.find(account) : undefined;
  }
}
