import { freshDatabase } from '../../../tests/harness/database';
import { anOperator } from '../../../tests/harness/factories/operator';
import { seedReferenceData } from '../../../tests/harness/reference-data';
import { aStoredWithdrawal } from '../../../tests/harness/factories/stored-withdrawal';
import { createSource } from '../../wallets/source/source.create';
import { openStore, type Store } from '../../store';
import { setApprovalRule } from './approval-rules';
import { countReplayed, setReplayLimit } from './replay-limits';
import { requestCommand } from '../../../operators/commands/command-executors';
import type { CreatedCommand } from './operator-command.create';
import { getOperatorCommand } from './operator-command.queries';
import { decideCommand, expireCommands } from './operator-command.transitions';

let store: Store;
let walletID: string;
let requester: string;
let approver: string;

beforeAll(async () => {
  store = openStore({ DATABASE_URL: await freshDatabase(), ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') });
  await seedReferenceData(store.database);
  ({ walletID } = await aStoredWithdrawal(store));
  await createSource(store.database, { id: 'bank', name: 'Bank', currency: 'RUB' });
  requester = (await anOperator(store.database, { name: 'anna', roles: ['finance'] })).operatorID;
  approver = (await anOperator(store.database, { name: 'boris', roles: ['finance'] })).operatorID;
});

afterAll(() => store?.database.close());

/** Without a limit every command waits. */
function aCommand(externalID: string): Promise<CreatedCommand> {
  const parameters = { walletID, sourceID: 'bank', amount: 100, currency: 'RUB', externalID };
  const by = { operatorID: requester, roles: ['finance'] } as const;
  return requestCommand(store, by, { type: 'deposit', parameters, reason: 'test' });
}

test('a command without approval expires after its time and not before, and is then decided no more', async () => {
  const [due, waiting] = [(await aCommand('due')).command.id, (await aCommand('waiting')).command.id];
  await store.database.search('UPDATE operator_commands SET expires_at = now() WHERE id = $1', [due]);
  expect(await expireCommands(store)).toBe(1);
  expect(await expireCommands(store)).toBe(0);
  expect(await getOperatorCommand(store.database, due)).toMatchObject({ state: 'Expired', decidedBy: null });
  expect((await getOperatorCommand(store.database, waiting)).state).toBe('AwaitingApproval');
  const decider = { operatorID: approver, roles: ['finance'], keyID: null } as const;
  const approval = decideCommand(store, decider, { commandID: due, action: 'approve', reason: null, delaySeconds: 0 });
  await expect(approval).rejects.toMatchObject({ code: 'invalidCommandState' });
});

test('an expired command can be requested again', async () => {
  const first = await aCommand('again');
  await store.database.search('UPDATE operator_commands SET expires_at = now() WHERE id = $1', [first.command.id]);
  await expireCommands(store);
  const second = await aCommand('again');
  expect(second).toMatchObject({ isChanged: true, command: { state: 'AwaitingApproval' } });
  expect(second.command.id).not.toBe(first.command.id);
});

test('a type that requires approval waits also without money, until the rule is waived', async () => {
  const block = (reason: string) =>
    requestCommand(
      store,
      { operatorID: requester, roles: ['finance'] },
      { type: 'blockWallet', parameters: { walletID }, reason, idempotencyKey: reason },
    );
  await setApprovalRule(store, { type: 'blockWallet', isRequired: true });
  const waiting = await block('with the rule');
  expect(waiting.command).toMatchObject({ state: 'AwaitingApproval', amountMinor: null });
  const decision = { commandID: waiting.command.id, action: 'approve', reason: null, delaySeconds: 0 } as const;
  const own = decideCommand(store, { operatorID: requester, roles: ['finance'], keyID: null }, decision);
  await expect(own).rejects.toMatchObject({ code: 'operationNotPermitted' });
  expect(await decideCommand(store, { operatorID: approver, roles: ['finance'], keyID: null }, decision)).toMatchObject(
    {
      command: { state: 'Approved' },
    },
  );
  await setApprovalRule(store, { type: 'blockWallet', isRequired: false });
  expect((await block('without the rule')).command.state).toBe('Approved');
});

test('concurrent replays together stay within the daily limit of the role', async () => {
  const operator = { operatorID: requester, roles: ['support'] } as const;
  const replay = (messageCount: number) =>
    store.database.transaction((tx) => countReplayed(store.database, { operator, messageCount }, tx));
  await replay(10);
  await setReplayLimit(store, { role: 'support', dailyMessages: 30 });
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => replay(8)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  await expect(replay(5)).rejects.toThrow('may resend 30 messages a day (UTC): 4 are left, 5 are requested');
  await replay(4);
  await setReplayLimit(store, { role: 'support', dailyMessages: undefined });
  await replay(1_000);
});
