import { defaultReferenceDataFile, readReferenceData } from '../../operators/reference-data/reference-data-file';
import type { ReferenceData } from '../../domain/merchants/reference-data/reference-data';
import type { WalletProvider } from '../../domain/wallets/wallet-provider/wallet-provider';
import { changeConfiguration } from '../../store/merchants/configuration/configuration.change';
import type { Database } from '../../store/postgres/database';
import { loadReferenceData, selectParties } from '../../store/merchants/reference-data/load';

const shipped = () => readReferenceData(defaultReferenceDataFile());

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
  const walletProviders = [{ ...change(provider), id }];
  await loadApproved(database, { ...data, walletProviders });
}

/** Writes reference data as a command does that a second person has approved. */
async function loadApproved(database: Database, data: ReferenceData): Promise<void> {
  const request = { selection: selectParties(data.parties), plan: () => data };
  const changes = await changeConfiguration({ database }, { ...request, isDryRun: true });
  await changeConfiguration({ database }, { ...request, command: { id: 'seed', changes } });
}
