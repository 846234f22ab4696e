import { isDeepStrictEqual } from 'node:util';
import { readCommand } from '../../domain/operators/operator-command/command-fields';
import { compareConditions, DryRunSums } from '../../domain/merchants/reference-data/dry-run';
import { CONFIGURATION_COMMANDS } from '../../domain/merchants/reference-data/configuration-commands';
import { planConfiguration, type PlannedConfiguration } from '../../store/merchants/configuration/configuration.change';
import {
  listPaidShops,
  readDryRunPayments,
  type ShopSelection,
  type TimeSpan,
} from '../../store/merchants/configuration/dry-run.queries';
import { listAccounts } from '../../store/payments/connector-account/account-directory';
import type { Store } from '../../store/store';
import { planOrder, type ConfigurationOrder } from './configuration';
import { CONFIGURATION_ORDERS } from './request-configuration';

/** Further payments are not read. */
export const MAX_DRY_RUN_PAYMENTS = 100_000;
const DAY_MS = 86_400_000;
/** How much is read where rules change, because most payments meet none. */
const INSPECTED_DAYS = 7;

/** A configuration command as it is requested. */
export interface DryRunRequest {
  type: (typeof CONFIGURATION_ORDERS)[ConfigurationOrder['name']];
  parameters: Readonly<Record<string, unknown>>;
}

export interface DryRun extends TimeSpan {
  sums: DryRunSums;
  /** Whether further payments were not read. */
  isCut: boolean;
}

/**
 * What a configuration command would do with yesterday's payments (UTC): the account that each would go to first, and the fees. Where it changes
 * rules before authorisation, with those of seven days, and which rule would apply to them.
 * @throws InvalidConfiguration, VersionConflict, Refusal invalidRequest, notFound
 */
export async function dryRunConfiguration(
  { database, inspector }: Pick<Store, 'database' | 'inspector'>,
  { type, parameters }: DryRunRequest,
  maxPayments = MAX_DRY_RUN_PAYMENTS,
): Promise<DryRun> {
  const request = await planOrder(database, readOrder({ type, parameters }));
  const planned = await database.transaction((tx) => planConfiguration(database, { ...request, isDryRun: true }, tx));
  const to = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
  const back = (days: number): TimeSpan => ({ from: new Date(to.getTime() - days * DAY_MS), to });
  const disabled = new Set((await listAccounts(database)).flatMap(({ id, isEnabled }) => (isEnabled ? [] : [id])));
  const sums = new DryRunSums(inspector.lookUps);
  const shops = await listPaidShops(database, selectShops(planned), back(INSPECTED_DAYS));
  const compared = shops.map((shop) => ({
    ...compareConditions(shop, { record: planned.record.data, plan: planned.plan }),
    disabled,
    at: request.termsFrom ?? new Date(),
  }));
  const areRulesChanged = compared.some(({ before, after }) => !isDeepStrictEqual(before.inspection, after.inspection));
  const span = back(areRulesChanged ? INSPECTED_DAYS : 1);
  for (const conditions of compared) {
    for await (const page of readDryRunPayments(database, conditions.shopID, span)) {
      for (const payment of page) {
        if (sums.payments === maxPayments) return { ...span, sums, isCut: true };
        sums.add(payment, conditions);
      }
    }
  }
  return { ...span, sums, isCut: false };
}

function readOrder({ type, parameters }: DryRunRequest): ConfigurationOrder {
  const names = Object.keys(CONFIGURATION_ORDERS) as ConfigurationOrder['name'][];
  const name = names.find((each) => CONFIGURATION_ORDERS[each] === type) ?? 'change';
  return { ...readCommand(CONFIGURATION_COMMANDS[name], parameters), name } as ConfigurationOrder;
}

/** The shops whose routes or fees an entity decides. */
function selectShops({ changed }: PlannedConfiguration): ShopSelection {
  const ids = (type: string) => changed.flatMap(({ entity }) => (entity.subject === type ? [entity.id] : []));
  return {
    shopIDs: ids('shop'),
    contractIDs: ids('contract'),
    institutionIDs: ids('paymentInstitution').map(Number),
  };
}
