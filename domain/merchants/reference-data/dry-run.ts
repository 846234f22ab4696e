import type { RankedAccount } from '../../payments/connector-account/order-accounts';
import { splitByFee } from '../fee/fee-rules';
import { AttemptCounts } from '../../payments/inspection/attempt-counts';
import {
  inspectPayment,
  type InspectedPayment,
  type InspectionRule,
  type LookUps,
} from '../../payments/inspection/inspection-rule';
import { routePayment, type PaymentRoute, type RoutedPayment } from '../../payments/payment/routing';
import type { ShopTerms } from '../shop/shop-terms';
import { isListed, type PaymentInstitution, type ReferenceData } from './reference-data';

/** A shop with what decides the accounts and fees of its payments. */
export interface RoutedShop {
  id: string;
  contractID: string;
  institutionID: number | null;
  terms: ShopTerms;
}

/** A payment as a dry run reads it. */
export interface DryRunPayment extends RoutedPayment {
  amountMinor: bigint;
  currency: string;
  /** Null unless captured: nothing else has a fee. */
  capturedMinor: bigint | null;
  /** The shop's turnover of the previous calendar month in this currency. */
  lastMonthMinor: bigint;
  createdAt: Date;
  inspected: InspectedPayment;
}

interface Conditions {
  terms: ShopTerms;
  routes: readonly PaymentRoute[];
  inspection: readonly InspectionRule[];
}

/** Where payments go and what they cost before a change and after it. */
export interface ComparedConditions {
  shopID: string;
  before: Conditions;
  after: Conditions;
  disabled: ReadonlySet<string>;
  /** When the conditions apply. */
  at: Date;
}

/** The payments of an account in a currency; without an account they would be refused. */
export interface AccountShare {
  account: string | undefined;
  currency: string;
  before: PaymentSum;
  after: PaymentSum;
}

/** The payments that a rule rejects or holds for a review, or whose 3-D Secure it decides, in a currency. */
export interface RuleShare extends Omit<AccountShare, 'account'> {
  rule: string;
  /** Of those after the change: what was paid. */
  paid: PaymentSum;
}

interface PaymentSum {
  payments: number;
  amountMinor: bigint;
}

export interface FeeShare {
  currency: string;
  beforeMinor: bigint;
  afterMinor: bigint;
}

/** The conditions of a shop on record, and those that a plan gives it. */
export function compareConditions(
  shop: RoutedShop,
  { record, plan }: { record: ReferenceData; plan: ReferenceData },
): Pick<ComparedConditions, 'before' | 'after' | 'shopID'> {
  const planned = plan.parties.flatMap(({ shops }) => shops).find(({ id }) => id === shop.id);
  const { terms, contractID } = planned ?? shop;
  const contracts = [plan, record].flatMap(({ parties }) => parties.flatMap((party) => party.contracts));
  const contract = contracts.find(({ id }) => id === contractID);
  const institutionID = contract?.paymentInstitutionID ?? shop.institutionID;
  // The plan has changed institutions only.
  const institutions = record.paymentInstitutions.filter((each) => !isListed(plan.paymentInstitutions, each));
  return {
    shopID: shop.id,
    before: toConditions(shop.terms, record.paymentInstitutions, shop.institutionID),
    after: toConditions(terms, [...plan.paymentInstitutions, ...institutions], institutionID),
  };
}

function toConditions(
  terms: ShopTerms,
  institutions: readonly PaymentInstitution[],
  institutionID: number | null,
): Conditions {
  const given = institutions.find(({ id }) => id === institutionID)?.terms;
  const { routes = given?.routes ?? [], inspection = given?.inspection ?? [] } = terms;
  return { terms, routes, inspection };
}

/** Sums of payments by account, of rejected ones by rule, and of fees by currency. */
export class DryRunSums {
  payments = 0;
  /** How many payments would go to another account. */
  movedPayments = 0;
  private readonly accounts = new Map<string, AccountShare>();
  private readonly rules = new Map<string, RuleShare>();
  private readonly fees = new Map<string, FeeShare>();
  private readonly counts = { before: new AttemptCounts(), after: new AttemptCounts() };

  constructor(private readonly lookUps: LookUps) {}

  add(payment: DryRunPayment, conditions: ComparedConditions): void {
    this.payments++;
    const before = this.judge(payment, conditions, 'before');
    const after = this.judge(payment, conditions, 'after');
    if (!before.isRejected && !after.isRejected && before.account !== after.account) this.movedPayments++;
    const { currency } = payment;
    const fee = this.fees.get(currency) ?? { currency, beforeMinor: 0n, afterMinor: 0n };
    fee.beforeMinor += before.feeMinor;
    fee.afterMinor += after.feeMinor;
    this.fees.set(currency, fee);
  }

  listAccounts(): AccountShare[] {
    return [...this.accounts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, share]) => share);
  }

  listRules(): RuleShare[] {
    return [...this.rules].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, share]) => share);
  }

  listFees(): FeeShare[] {
    return [...this.fees.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1));
  }

  /** Adds a payment to the account that is tried first, or to the rule that rejects it. */
  private judge(payment: DryRunPayment, conditions: ComparedConditions, side: 'before' | 'after'): Judged {
    const { currency, amountMinor, createdAt, inspected, capturedMinor } = payment;
    const count = this.counts[side].of(conditions.shopID, () => createdAt.getTime());
    const found = inspectPayment(conditions[side].inspection, inspected, { count, ...this.lookUps });
    const isRejected = found.decisive?.action === 'reject';
    const isDecided = isRejected || found.decisive?.action === 'review';
    const rule = isDecided ? found.decisive : found.threeDSecure;
    if (rule) {
      const share = this.findRule(rule.id, currency);
      increase(share[side], amountMinor);
      if (side === 'after' && capturedMinor !== null) increase(share.paid, capturedMinor);
    }
    if (isRejected) return { isRejected, account: undefined, feeMinor: 0n };
    const judged = judge(payment, conditions[side], conditions);
    increase(this.findAccount(judged.account, currency)[side], amountMinor);
    return judged;
  }

  private findRule(rule: string, currency: string): RuleShare {
    const key = JSON.stringify([currency, rule]);
    const share = this.rules.get(key) ?? { rule, currency, before: empty(), after: empty(), paid: empty() };
    this.rules.set(key, share);
    return share;
  }

  private findAccount(account: string | undefined, currency: string): AccountShare {
    const key = JSON.stringify([currency, account ?? '']);
    const share = this.accounts.get(key) ?? { account, currency, before: empty(), after: empty() };
    this.accounts.set(key, share);
    return share;
  }
}

const empty = (): PaymentSum => ({ payments: 0, amountMinor: 0n });

interface Judged {
  isRejected?: boolean;
  account: string | undefined;
  feeMinor: bigint;
}

/** The account that is tried first, and the fee of the captured amount there. */
function judge(
  payment: DryRunPayment,
  { routes, terms }: Conditions,
  { disabled, at }: Pick<ComparedConditions, 'disabled' | 'at'>,
): Judged {
  const isChosen = ({ result }: RankedAccount) => result === 'chosen';
  const account = routePayment(routes, payment, { disabled, passedOver: new Set() }).find(isChosen)?.account;
  const { capturedMinor: amountMinor } = payment;
  if (account === undefined || amountMinor === null) return { account, feeMinor: 0n };
  return { account, ...splitByFee(terms, { ...payment, amountMinor, connector: account, capturedAt: at }) };
}

function increase(sum: PaymentSum, amountMinor: bigint): void {
  sum.payments++;
  sum.amountMinor += amountMinor;
}
