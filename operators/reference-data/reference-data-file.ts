import { join } from 'node:path';
import type { JudgeRoute } from '../../connectors/routed-accounts';
import { EMPTY_REFERENCE_DATA, type ReferenceData } from '../../domain/merchants/reference-data/reference-data';
import { PROJECT_FOLDER } from '../../runtime/project-folder';
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
  return join(PROJECT_FOLDER, 'deploy', 'config', 'reference-data.yaml');
}
