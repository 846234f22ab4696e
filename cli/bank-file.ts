import { createReadStream } from 'node:fs';
import type { Command } from 'commander';
import { readStatement } from '../bankfiles';
import { BankFileRefused } from '../domain/merchants/bank-file/bank-file';
import { withRemoteOption } from './remote';
import { print } from './with-store';

/** Adds `bank-file check`, which needs neither a database nor a platform. */
export function addBankFileCheck(bankFile: Command): void {
  withRemoteOption(bankFile.command('check'))
    .description('print what a statement says: camt.053.001.08, or 1CClientBankExchange; exits with 1 if it has faults')
    .argument('<file>', 'the statement')
    .action(async (path: string) => {
      const { statements, faults } = await readFile(path);
      for (const { entries, ...statement } of statements) {
        print({ ...statement, entries: entries.length });
        entries.forEach(print);
      }
      faults.forEach(print);
      if (faults.length > 0) throw new Error(`${path} has ${faults.length} faults`);
    });
}

async function readFile(path: string): ReturnType<typeof readStatement> {
  try {
    return await readStatement(createReadStream(path));
  } catch (error) {
    if (!(error instanceof BankFileRefused)) throw error;
    error.faults.forEach(print);
    throw new Error(`${path} is refused`);
  }
}
