import type { Store } from '../../store/store';
import { Database } from '../../store/postgres/database';
import { anOperator } from './factories/operator';
import { httpClient, untilBody, type HttpClient } from './http-client';
import { executeApproved } from './second-person';

const COMMANDS = '/operators/v1/commands';

interface Given {
  apiUrl: string;
  databaseUrl: string;
  /** Without a worker the command is executed by its activities here. */
  store?: Store;
}

/** Two administrators of an installation, who hold no other role. */
export interface TwoAdministrators {
  requester: HttpClient;
  approver: HttpClient;
  requesterID: string;
  approverID: string;
  /** Requests a command as one, approves it as the other, and returns it when it has ended. */
  carryOut: (type: string, parameters: object) => Promise<any>;
  /** Invites the operator and redeems both codes: returns the new key. */
  keyOf: (operatorID: string) => Promise<string>;
}

export async function twoAdministrators({ apiUrl, databaseUrl, store }: Given): Promise<TwoAdministrators> {
  const database = new Database({ url: databaseUrl, poolSize: 1 });
  const make = (name: string) => anOperator(database, { name, roles: ['administrator'] });
  const [first, second] = [await make('administrator-1'), await make('administrator-2')];
  await database.close();
  const [requester, approver] = [first, second].map(({ secret }) => httpClient({ baseUrl: apiUrl, token: secret }));
  if (!requester || !approver) throw new Error('there are two');
  let count = 0;
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
