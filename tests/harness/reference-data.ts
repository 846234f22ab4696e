import { defaultReferenceDataFile, readReferenceData } from '../../operators/reference-data/reference-data-file';
import type { WalletProvider } from '../../domain/wallet-provider/wallet-provider';
import type { Database } from '../../store/postgres/database';
import { loadReferenceData } from '../../store/reference-data/load';

const shipped = () => readReferenceData(defaultReferenceDataFile());

/** Loads the project's reference data. */
export async function seedReferenceData(database: Database): Promise<void> {
  await loadReferenceData(database, shipped());
}

/** Loads a copy of a wallet provider with another id and other changes. */
export async function seedProvider(
  database: Database,
  { id, like, change }: { id: string; like: string; change: (provider: WalletProvider) => WalletProvider },
): Promise<void> {
  const data = shipped();
  const provider = data.walletProviders.find((each) => each.id === like);
  if (!provider) throw new Error(`the reference data of the project has no wallet provider ${like}`);
  await loadReferenceData(database, { ...data, walletProviders: [{ ...change(provider), id }] });
}
