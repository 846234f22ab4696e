import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { runAt, withRemoteOption } from './remote';
import { print } from './with-store';

interface Selector {
  customer?: string;
  email?: string;
  phone?: string;
  reason: string;
}

interface ShownErasure {
  id: string;
  state: string;
}

const POLL_MS = 500;

/** Adds `person erase` and `person show`. */
export function addErasureCommands(person: Command): void {
  withRemoteOption(person.command('erase'))
    .description('search the data of a person; `person confirm` erases them')
    .option('--customer <id>', "the customer's id")
    .option('--email <email>', 'the e-mail address')
    .option('--phone <phone>', 'the phone number')
    .requiredOption('--reason <text>', 'who asked, and why')
    .action(async ({ customer: customerID, ...options }: Selector, command: Command) => {
      const body = { customerID, ...options };
      const { id } = await runAt<ShownErasure>(command, { method: 'POST', path: 'erasures', body });
      print(await untilIdle(command, id));
    });
  withRemoteOption(person.command('show'))
    .description('show an erasure and the rows that it has found')
    .argument('<erasure>')
    .action(async (id: string, _: object, command: Command) => {
      print(await runAt(command, { method: 'GET', path: `erasures/${encodeURIComponent(id)}` }));
      await printRows(command, id);
    });
}

async function untilIdle(command: Command, id: string): Promise<ShownErasure> {
  for (;;) {
    const erasure = await runAt<ShownErasure>(command, { method: 'GET', path: `erasures/${id}` });
    if (erasure.state !== 'searching') return erasure;
    await sleep(POLL_MS);
  }
}

async function printRows(command: Command, id: string): Promise<void> {
  let after: string | undefined;
  do {
    const query = { limit: '1000', continuationToken: after };
    const call = { method: 'GET', path: `erasures/${encodeURIComponent(id)}/rows`, query } as const;
    const page: { rows: object[]; continuationToken?: string } = await runAt(command, call);
    page.rows.forEach(print);
    after = page.continuationToken;
  } while (after !== undefined);
}
