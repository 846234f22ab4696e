import { guardedLookup } from '../../../runtime/egress/ssrf-guard';
import type { ConnectorAccount } from '../../../domain/payments/connector-account/connector-account';
import { toFinding, type ContradictedAnswer } from '../../../domain/operators/reconciliation/answer-difference';
import type { NoticeBook } from '../../../domain/payments/connector-notice/connector-notice';
import { noticeBook } from '../connector-notice/connector-notices';
import { reportFinding } from '../../operators/reconciliation/report-finding';
import type { Store } from '../../store';
import { readCredentials } from './connector-account.table';

/** Accounts and credentials for the connectors that use them. */
export function accountSource(store: Pick<Store, 'database' | 'encryptionKeys' | 'accounts' | 'acquirers'>) {
  return {
    find: async (id: string): Promise<ConnectorAccount | undefined> => (await store.accounts.read()).get(id),
    findNow: async (id: string): Promise<ConnectorAccount | undefined> => (await store.accounts.refresh()).get(id),
    list: async (): Promise<ConnectorAccount[]> => [...(await store.accounts.refresh()).values()],
    notices: (id: string): NoticeBook => noticeBook(store.database, id),
    readCredentials: (account: ConnectorAccount) => readCredentials(store, account),
    policy: store.acquirers,
    lookup: store.acquirers && guardedLookup(store.acquirers),
    reportContradiction: (id: string, contradicted: ContradictedAnswer) =>
      reportFinding(store.database, id, toFinding(contradicted, new Date())),
  };
}
