import type { Store } from '../../store/store';
import { httpClient, untilBody } from './http-client';
import { anOperatorKey } from './operator-key';
import { executeApproved } from './second-person';

const COMMANDS = '/operators/v1/commands';

interface Given {
  apiUrl: string;
  databaseUrl: string;
  /** Without a worker the command is executed by its activities here. */
  store?: Store;
}

export type TwoAdministrators = Awaited<ReturnType<typeof twoAdministrators>>;

/** Two administrators of an installation, who hold no other role. */
export async function twoAdministrators({ apiUrl, databaseUrl, store }: Given) {
  const make = (name: string) => anOperatorKey(databaseUrl, { name, roles: ['administrator'] });
  const [first, second] = [await make('administrator-1'), await make('administrator-2')];
  const [requester, approver] = [first, second].map(({ secret }) => httpClient({ baseUrl: apiUrl, token: secret }));
  if (!requester || !approver) throw new Error('there are two');
  let count = 0;
  /** Requests a command as one, approves it as the other, and returns it when it has ended. */
  const carryOut = async (type: string, parameters: object): Promise<any> => {
    const order = { type, parameters, reason: 'test', idempotencyKey: `two/${first.operatorID}/${++count}` };
    const requested = await requester.post<any>(COMMANDS, order);
    if (requested.status !== 200) throw new Error(`${type} is refused: ${JSON.stringify(requested.body)}`);
    const { id } = requested.body;
    const approved = await approver.post<any>(`${COMMANDS}/${id}/approve`, {});
    if (approved.status !== 200) throw new Error(`${type} is not approved: ${JSON.stringify(approved.body)}`);
    if (store) await executeApproved(store, id);
    return untilBody<any>(
      () => requester.get(`${COMMANDS}/${id}`),
      ({ state }) => state === 'Succeeded' || state === 'Failed',
    );
  };
  /** Invites the operator and redeems both codes: returns the new key. */
  const keyOf = async (operatorID: string): Promise<string> => {
    const { outcome } = await carryOut('inviteOperator', { operatorID });
    const path = `/operators/v1/invitations/${outcome.invitationID}/code`;
    const codes = [await requester.post<any>(path, {}), await approver.post<any>(path, {})].map(
      ({ body }) => body.code,
    );
    const redeemed = await requester.post<any>('/operators/v1/invitations/redeem', { codes, name: 'test' });
    return redeemed.body.operatorKey as string;
  };
  return { requester, approver, requesterID: first.operatorID, approverID: second.operatorID, carryOut, keyOf };
}
