import type { AccountTest } from '../domain/payments/connector-account/account-test';
import type { ConnectorAccount } from '../domain/payments/connector-account/connector-account';
import { findRefusedAddress } from './account-addresses';
import type { AccountSource } from './account-connectors';
import { AcquirerHttp, NoAnswer } from './acquirer-http';
import { ConnectorUnavailable } from './connector';
import { findKind } from './kinds';

/** An acquirer slower than this would delay payers too. */
const TIMEOUT_MS = 5_000;

/** Makes the harmless request of an account's kind, with the account's credentials. */
export async function testAccount(source: AccountSource, account: ConnectorAccount): Promise<AccountTest> {
  const began = performance.now();
  const answer = await askAcquirer(source, account);
  return { ...answer, milliseconds: Math.round(performance.now() - began) };
}

type Answer = Omit<AccountTest, 'milliseconds'>;

async function askAcquirer(source: AccountSource, account: ConnectorAccount): Promise<Answer> {
  const kind = findKind(account.connector);
  const access = await source.readCredentials(account);
  if (!kind || !access || (source.policy && findRefusedAddress(kind, account.settings, source.policy))) {
    return { outcome: 'noAnswer' };
  }
  const { url, isRefused, ...call } = kind.probe({ ...access, settings: account.settings });
  try {
    const http = new AcquirerHttp(kind.label, { url, lookup: source.lookup });
    const { status, text } = await http.send({ ...call, timeoutMs: TIMEOUT_MS });
    return { outcome: isRefused?.(text) ? 'credentialsRefused' : judgeStatus(status), status };
  } catch (error) {
    if (error instanceof NoAnswer || error instanceof ConnectorUnavailable) return { outcome: 'noAnswer' };
    throw error;
  }
}

function judgeStatus(status: number): AccountTest['outcome'] {
  if (status === 401 || status === 403) return 'credentialsRefused';
  return status === 200 ? 'answered' : 'unexpectedAnswer';
}
