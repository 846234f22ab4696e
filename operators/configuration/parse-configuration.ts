import type { JudgeRoute } from '../../connectors/routed-accounts';
import type { FileForm } from '../../domain/merchants/reference-data/file-form';
import type { ReferenceData } from '../../domain/merchants/reference-data/reference-data';
import type { ModelName } from '../../store/merchants/configuration/configuration.models';
import { listProblems } from '../reference-data/problems';
import { referenceData } from '../reference-data/reference-data.schema';
import { InvalidConfiguration } from './invalid-configuration';

interface ParseContext {
  record: ReferenceData;
  judge: JudgeRoute;
  /** The place of the only entity, which problems replace by `field`. */
  prefix?: readonly PropertyKey[];
  field?: string;
}

/** Validates a file against what is on record, which completes it. @throws InvalidConfiguration */
export function parseFile(value: unknown, { record, judge, prefix = [], field }: ParseContext): ReferenceData {
  const parsed = referenceData(record, judge).safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = listProblems(parsed.error, value).map(({ place, ...facts }) => {
    const isInside = prefix.every((part, index) => place[index] === part);
    const inner = isInside ? place.slice(prefix.length) : [];
    return { place: field === undefined ? place : [field, ...inner], ...facts };
  });
  throw new InvalidConfiguration(problems);
}

/** Validates one entity as a file that holds only it. @throws InvalidConfiguration */
export function parseEntity(
  kind: ModelName,
  { value, field, judge }: { value: FileForm; field: string; judge: JudgeRoute },
  record: ReferenceData,
): ReferenceData {
  const isOwned = kind === 'contracts' || kind === 'shops';
  if (!isOwned) return parseFile({ [kind]: [value] }, { record, judge, prefix: [kind, 0], field });
  const { party, ...entity } = value;
  if (typeof party !== 'string' || !record.parties.some(({ id }) => id === party)) {
    throw new InvalidConfiguration([{ place: [field, 'party'], rule: 'noParty' }]);
  }
  const file = { parties: [{ id: party, [kind]: [entity] }] };
  return parseFile(file, { record, judge, prefix: ['parties', 0, kind, 0], field });
}
