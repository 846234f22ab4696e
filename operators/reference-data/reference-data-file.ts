import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { JudgeRoute } from '../../connectors/routed-accounts';
import { EMPTY_REFERENCE_DATA, type ReferenceData } from '../../domain/merchants/reference-data/reference-data';
import { readYaml } from './yaml-file';
import { referenceData } from './reference-data.schema';

/**
 * Reads a file of reference data that is complete in itself. @param judge checks its routes; by default all are valid
 * @throws Error with file, line and column of each problem
 */
export function readReferenceData(path: string, judge: JudgeRoute = () => undefined): ReferenceData {
  return readYaml(path, referenceData(EMPTY_REFERENCE_DATA, judge));
}

/** Returns the path of the shipped reference data, a demonstration party. */
export function defaultReferenceDataFile(): string {
  const roots = [join(__dirname, '..', '..'), join(__dirname, '..', '..', '..')];
  const root = roots.find((folder) => existsSync(join(folder, 'deploy', 'config'))) ?? process.cwd();
  return join(root, 'deploy', 'config', 'reference-data.yaml');
}
