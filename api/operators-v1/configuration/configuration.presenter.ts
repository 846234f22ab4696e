import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { DryRun } from '../../../operators/configuration/dry-run';
import type { VersionedEntity } from '../../../store/merchants/configuration/configuration.queries';
import type { ConfiguredEntity, DryRunResult, DryRunSum } from './configuration.types';

export function presentEntity({ id, version, form, isSuspended, scheduledTerms }: VersionedEntity): ConfiguredEntity {
  return {
    ...{ id, version, value: form },
    ...(isSuspended !== undefined && { suspended: isSuspended }),
    ...(scheduledTerms && {
      scheduledTerms: scheduledTerms.map(({ validFrom, terms }) => ({ validFrom: rfc3339Text(validFrom), terms })),
    }),
  };
}

export function presentDryRun({ from, to, sums, isCut }: DryRun): DryRunResult {
  const toSum = ({ payments, amountMinor }: { payments: number; amountMinor: bigint }): DryRunSum => {
    return { payments, amount: Number(amountMinor) };
  };
  return {
    ...{ from: rfc3339Text(from), to: rfc3339Text(to), isCut },
    ...{ payments: sums.payments, movedPayments: sums.movedPayments },
    accounts: sums.listAccounts().map(({ account, currency, before, after }) => ({
      ...(account !== undefined && { account }),
      ...{ currency, before: toSum(before), after: toSum(after) },
    })),
    rules: sums.listRules().map(({ rule, currency, before, after, paid }) => {
      return { rule, currency, before: toSum(before), after: toSum(after), paid: toSum(paid) };
    }),
    fees: sums.listFees().map(({ currency, beforeMinor, afterMinor }) => {
      return { currency, before: Number(beforeMinor), after: Number(afterMinor) };
    }),
  };
}
