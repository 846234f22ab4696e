import { defaultReferenceDataFile, readReferenceData } from '../cli/reference-data/reference-data-file';
import type { Database } from '../store/database';
import { loadReferenceData } from '../store/reference-data/load';

/** Loads the reference data that the project comes with: the demonstration party, its contract and shops. */
export async function seedReferenceData(database: Database): Promise<void> {
  await loadReferenceData(database, readReferenceData(defaultReferenceDataFile()));
}
