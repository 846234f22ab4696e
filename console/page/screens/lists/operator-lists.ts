import { callOperators, toQuery, type Schemas } from '../../api/client';
import { startOfDay } from '../../parts/days';
import { LISTS, type ListFilter, type ListKind, type ListPage, type ShownOperation } from './list-kinds';

const PAGE_SIZE = 50;

type Answer = Partial<
  Schemas['OperatedRefunds'] &
    Schemas['OperatedChargebacks'] &
    Schemas['OperatedWithdrawals'] &
    Schemas['OperatedDeposits']
>;

/** A page of operations of any shop or party. */
export async function readOperatorList(
  kind: ListKind,
  request: ListFilter & { place?: string | undefined },
  signal: AbortSignal,
): Promise<ListPage> {
  const { owner = '', from, to, status, of, place } = request;
  const parent = LISTS[kind].owner === 'shop' ? 'shops' : 'parties';
  const query = toQuery({
    ...{ status, [LISTS[kind].of]: of, limit: PAGE_SIZE, continuationToken: place },
    ...{ from: startOfDay(from, 0), to: startOfDay(to, 1) },
  });
  const answer = await callOperators<Answer>(`/${parent}/${encodeURIComponent(owner)}/${kind}${query}`, { signal });
  return { rows: rowsOf(kind, answer), continuationToken: answer.continuationToken };
}

function rowsOf(kind: ListKind, answer: Answer): ShownOperation[] {
  if (kind === 'chargebacks') {
    return (answer.chargebacks ?? []).map(({ reasonCode, ...row }) => ({ ...row, reason: reasonCode }));
  }
  return answer[kind] ?? [];
}
