import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ReferenceData } from '../../domain/reference-data/reference-data';
import { readYaml } from '../yaml-file';
import { referenceData } from './reference-data.schema';

/** Reads a file of reference data. @throws Error with file, line and column of everything wrong */
export function readReferenceData(path: string): ReferenceData {
  return readYaml(path, referenceData);
}

/** The reference data that the project comes with: a demonstration party and everything that it needs. */
export function defaultReferenceDataFile(): string {
  const roots = [join(__dirname, '..', '..'), join(__dirname, '..', '..', '..')];
  const root = roots.find((folder) => existsSync(join(folder, 'config'))) ?? process.cwd();
  return join(root, 'config', 'reference-data.yaml');
}
