import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { runAt, withRemoteOption, type RemoteCall } from './remote';
import { print } from './with-store';

interface Selector {
  customer?: string;
  email?: string;
  phone?: string;
}

interface ShownErasure {
  id: string;
  state: string;
}

const POLL_MS = 500;

/** Adds `person erase`, `person confirm`, `person show` and `person cancel`. */
export function addPersonCommands(program: Command): void {
  const person = program.command('person').description('erasure of the personal data of a person');
  withRemoteOption(person.command('erase'))
    .description('search the data of a person; `person confirm` erases them')
    .option('--customer <id>', "the customer's id")
    .option('--email <email>', 'the e-mail address')
    .option('--phone <phone>', 'the phone number')
    .requiredOption('--reason <text>', 'who asked, and why')
    .action(async (options: Selector & { reason: string }, command: Command) => {
      const { customer: customerID, email, phone, reason } = options;
      const body = { customerID, email, phone, reason };
      const { id } = await call(command, { method: 'POST', path: 'erasures', body });
      print(await untilIdle(command, id));
    });
  withRemoteOption(person.command('show'))
    .description('show an erasure and the rows that it has found')
    .argument('<erasure>')
    .action(async (id: string, _: object, command: Command) => {
      print(await call(command, { method: 'GET', path: `erasures/${id}` }));
      await printRows(command, id);
    });
  withRemoteOption(person.command('confirm'))
    .description('erase the data that an erasure has found; this cannot be undone')
    .argument('<erasure>')
    .action(async (id: string, _: object, command: Command) =>
      print(await call(command, { method: 'POST', path: `erasures/${id}/confirm` })),
    );
  withRemoteOption(person.command('cancel'))
    .description('cancel an erasure that is not confirmed')
    .argument('<erasure>')
    .action(async (id: string, _: object, command: Command) =>
      print(await call(command, { method: 'POST', path: `erasures/${id}/cancel` })),
    );
}

function call<Answer extends object = ShownErasure>(command: Command, request: RemoteCall): Promise<Answer> {
  return runAt<Answer>(command, request);
}

async function untilIdle(command: Command, id: string): Promise<ShownErasure> {
  for (;;) {
    const erasure = await call(command, { method: 'GET', path: `erasures/${id}` });
    if (erasure.state !== 'searching') return erasure;
    await sleep(POLL_MS);
  }
}

async function printRows(command: Command, id: string): Promise<void> {
  let after: string | undefined;
  do {
    const page: { rows: object[]; continuationToken?: string } = await call(command, {
      method: 'GET',
      path: `erasures/${id}/rows`,
      query: { limit: '1000', continuationToken: after },
    });
    page.rows.forEach(print);
    after = page.continuationToken;
  } while (after !== undefined);
}
