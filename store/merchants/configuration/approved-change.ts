import { canonicalText } from '../../../domain/merchants/reference-data/field-changes';
import type { CommandChange } from '../../../domain/operators/operator-command/operator-command';
import { statement, type Database, type Transaction } from '../../postgres/database';
import { VersionConflict } from './version-conflict';

/** Stops a change that a second person has to approve. */
export class SecondPersonRequired extends Error {
  override readonly name = 'SecondPersonRequired';

  constructor(readonly changes: readonly CommandChange[]) {
    super('the change needs the approval of a second person');
  }
}

/** Refuses a change other than the approved one: of another version, or with other values. @throws VersionConflict */
export function assertAsApproved(approved: readonly CommandChange[], changes: readonly CommandChange[]): void {
  const [seen, made] = [approved.map(toText), changes.map(toText)];
  if (seen.length === made.length && made.every((text) => seen.includes(text))) return;
  const other = changes.find((_, place) => !seen.includes(made[place] ?? '')) ?? approved[0];
  const { type, id, version } = other ?? { type: 'configuration', id: '', version: 0 };
  throw new VersionConflict(
    `${type} ${id} of version ${version} is not what was approved: request the change again`,
    [],
  );
}

/** Canonical, because jsonb keeps neither the order of names nor missing fields. A new contract is created when it is approved. */
function toText({ type, id, version, before, after, secrets = [] }: CommandChange): string {
  const { createdAt, ...others } = after;
  const shown = before === null ? others : { ...others, createdAt };
  return canonicalText({ type, id, version, before, after: shown, secrets }) ?? '';
}

const INSTALLATION = statement<{ isInstallation: boolean }>(
  'configuration-is-installation',
  'SELECT NOT EXISTS (SELECT FROM shops) AND NOT EXISTS (SELECT FROM wallets) AS "isInstallation"',
);

/** Whether neither a shop nor a wallet is on record. */
export async function isInstallation(database: Database, tx?: Transaction): Promise<boolean> {
  return (await database.run(INSTALLATION, [], tx))[0]?.isInstallation === true;
}
