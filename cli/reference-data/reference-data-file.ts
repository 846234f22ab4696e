import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { judgeRoutes, type JudgeRoute } from '../../connectors/known-connectors';
import type { ReferenceData } from '../../domain/reference-data/reference-data';
import { readYaml } from '../yaml-file';
import { referenceData } from './reference-data.schema';

/**
 * Reads a file of reference data. @param judge of its routes; unless given, by the connectors that there are, configured or not
 * @throws Error with file, line and column of everything wrong
 */
export function readReferenceData(path: string, judge: JudgeRoute = judgeRoutes()): ReferenceData {
  return readYaml(path, referenceData(judge));
}

/** The reference data that the project comes with: a demonstration party and everything that it needs. */
export function defaultReferenceDataFile(): string {
  const roots = [join(__dirname, '..', '..'), join(__dirname, '..', '..', '..')];
  const root = roots.find((folder) => existsSync(join(folder, 'config'))) ?? process.cwd();
  return join(root, 'config', 'reference-data.yaml');
}
