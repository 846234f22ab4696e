import type { ReferenceData } from '../../../domain/merchants/reference-data/reference-data';
import type { Origin } from '../../platform/audit/origin';
import { keepBlocks } from '../configuration/block-change';
import { changeConfiguration } from '../configuration/configuration.change';
import type { PartySelection } from '../configuration/configuration.record';
import type { Database } from '../../postgres/database';

export type LoadedCounts = Record<keyof ReferenceData | 'contracts' | 'shops', number>;

/** Writes reference data. Removes nothing, because invoices may refer to it, and keeps suspensions and blocks. Idempotent. */
export async function loadReferenceData(
  database: Database,
  data: ReferenceData,
  origin?: Origin,
): Promise<LoadedCounts> {
  await changeConfiguration(
    { database, origin },
    {
      selection: selectParties(data.parties),
      plan: (record) => keepBlocks(data, record.data),
      reason: 'файл справочников',
    },
  );
  return countLoaded(data);
}

/** The parties that a file names, and those that have its contracts and shops. */
export function selectParties(
  parties: readonly { id: string; contracts: readonly { id: string }[]; shops: readonly { id: string }[] }[],
): PartySelection {
  return {
    partyIDs: parties.map(({ id }) => id),
    contractIDs: parties.flatMap(({ contracts }) => contracts.map(({ id }) => id)),
    shopIDs: parties.flatMap(({ shops }) => shops.map(({ id }) => id)),
  };
}

export function countLoaded(data: ReferenceData): LoadedCounts {
  const { parties } = data;
  return {
    categories: data.categories.length,
    tradeBlocs: data.tradeBlocs.length,
    serviceProviders: data.serviceProviders.length,
    paymentInstitutions: data.paymentInstitutions.length,
    parties: parties.length,
    contracts: parties.flatMap(({ contracts }) => contracts).length,
    shops: parties.flatMap(({ shops }) => shops).length,
    walletProviders: data.walletProviders.length,
  };
}
