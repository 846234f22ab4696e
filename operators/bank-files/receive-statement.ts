import { createHash } from 'node:crypto';
import { readStatement, type FileSource } from '../../bankfiles';
import { BankFileRefused, type BankFileFault } from '../../domain/merchants/bank-file/bank-file';
import { Refusal } from '../../domain/platform/errors/refusal';
import { receiveBankStatement } from '../../store/merchants/bank-statement/bank-statement.receive';
import type { Store } from '../../store/store';

/** A month of a busy account: some fifteen thousand movements. */
export const MAX_STATEMENT_BYTES = 16 * 1024 * 1024;

/** A statement that is refused as a whole, with each fault and its place. */
export class StatementRefused extends Refusal {
  readonly isTooLarge: boolean;

  constructor(readonly faults: readonly BankFileFault[]) {
    super('invalidRequest', `the statement is refused: ${faults.slice(0, 5).map(describeStatementFault).join('; ')}`);
    this.isTooLarge = faults.some(({ kind }) => kind === 'tooLarge');
  }
}

/** `line 7, entry 2, Amt: invalid`. */
function describeStatementFault({ kind, place, parameters }: BankFileFault): string {
  const where = listPlace({ place }).join(', ');
  const details = Object.entries(parameters).map(([name, value]) => `${name} ${value}`);
  return `${where === '' ? '' : `${where}: `}${kind}${details.length > 0 ? ` (${details.join(', ')})` : ''}`;
}

export function listPlace({ place: { line, entry, field } }: Pick<BankFileFault, 'place'>): string[] {
  return [
    ...(line === undefined ? [] : [`line ${line}`]),
    ...(entry === undefined ? [] : [`entry ${entry}`]),
    ...(field === undefined ? [] : [field]),
  ];
}

/** Reads a statement as it comes, and keeps its lines. A file with any fault is refused, and nothing of it is kept. @throws StatementRefused */
export async function receiveStatement(store: Store, source: FileSource): ReturnType<typeof receiveBankStatement> {
  const hash = createHash('sha256');
  async function* hashed() {
    for await (const chunk of source) {
      hash.update(chunk);
      yield chunk;
    }
  }
  const { statements, faults } = await readStatement(hashed(), { maxBytes: MAX_STATEMENT_BYTES }).catch(refuse);
  if (faults.length > 0) throw new StatementRefused(faults);
  return receiveBankStatement(store, { sha256: hash.digest('hex'), statements });
}

function refuse(error: unknown): never {
  if (error instanceof BankFileRefused) throw new StatementRefused(error.faults);
  throw error;
}
