import { Database } from '../../../store/postgres/database';
import { buildPageQuery } from '../../../store/listing/list-page';
import { INVOICES, invoicesRequest } from '../../../store/search/invoices.search';
import type { PaymentConditions } from '../../../store/search/payment-conditions';
import { PAYMENTS, paymentsRequest } from '../../../store/search/payments.search';
import { makeManyPayments } from '../../harness/factories/many-payments';
import { seedReferenceData } from '../../harness/reference-data';
import type { Bench, BenchResult } from '../bench';
import { pageCosts, type PageCosts, type Searched } from './page-cost';
import { SPARSE, denseCombinations, describeConditions } from './questions';

const COUNT = 950_000;
const SINCE = new Date('2025-01-01T00:00:00Z');
const WINDOW = { shopID: 'demo-shop', from: SINCE, to: new Date('2026-02-01T00:00:00Z') };
const AIM = 1.5;
const LATE_PAGE = 1_000;
const LIMIT = 10;
/** Smaller differences are noise. */
const NOISE_MS = 0.3;

/** Compares the cost of a late page with the first one in a shop of a million payments; shows the plan of the late page. */
export const analytics: Bench = {
  title: 'Searches in a shop of 1,000,000 payments: the first page and the thousandth',
  isOnDemand: true,
  run: async (harness) => {
    const database = new Database({ url: await harness.database(), poolSize: 1 });
    try {
      await seedReferenceData(database);
      await makeManyPayments(database, { partyID: 'demo-party', shopID: WINDOW.shopID, count: COUNT, since: SINCE });
      for (const table of ['payments', 'invoices']) await database.search(`VACUUM ANALYZE ${table}`, []);
      const findings: BenchResult[] = [];
      for (const searched of searches()) {
        const costs = await pageCosts(database, searched);
        if (costs) findings.push(finding(costs));
      }
      const missed = findings.filter(({ aim }) => !aim?.isReached).length;
      return [...findings, { name: 'searches', found: `${findings.length}, of which ${missed} miss the aim` }];
    } finally {
      await database.close();
    }
  },
};

function searches(): Searched[] {
  return [
    ...denseCombinations().map((conditions) => ofPayments(conditions, { limit: LIMIT, latePage: LATE_PAGE })),
    ...SPARSE.map((conditions) => ofPayments(conditions, { limit: 1, latePage: 10 })),
    ...INVOICE_QUESTIONS.map(ofInvoices),
  ];
}

type Pages = Pick<Searched, 'limit' | 'latePage'>;

function ofPayments(conditions: PaymentConditions, pages: Pages): Searched {
  return {
    ...pages,
    name: `payments: ${describeConditions(conditions)}`,
    query: ({ limit, after }) => buildPageQuery(PAYMENTS, paymentsRequest({ ...WINDOW, conditions, limit }), after),
  };
}

type InvoiceQuestion = Pages & { status?: 'paid' | 'cancelled'; amountMinor?: bigint; payment: PaymentConditions };

const many = { limit: LIMIT, latePage: LATE_PAGE };
const few = { limit: 1, latePage: 10 };
const INVOICE_QUESTIONS: readonly InvoiceQuestion[] = [
  { ...many, payment: {} },
  { ...many, status: 'paid', payment: {} },
  { ...many, status: 'cancelled', payment: {} },
  { ...many, payment: { status: 'failed' } },
  { ...many, payment: { toolType: 'paymentTerminal' } },
  { ...many, status: 'paid', payment: { paymentSystem: 'visa', flow: 'hold' } },
  { ...many, status: 'paid', payment: { status: 'failed' } },
  { ...many, payment: { tokenProvider: 'applepay', status: 'captured' } },
  { ...few, amountMinor: 77_700n, payment: {} },
  { ...few, payment: { payerEmail: 'payer77@example.com' } },
  { ...few, payment: { payerIP: '203.0.77.77', status: 'captured' } },
  { ...few, status: 'paid', payment: { last4: '0777' } },
];

function ofInvoices({ limit, latePage, status, amountMinor, payment }: InvoiceQuestion): Searched {
  const own = { ...(status ? { status } : {}), ...(amountMinor === undefined ? {} : { amount: String(amountMinor) }) };
  const ofPayment = Object.keys(payment).length === 0 ? '' : ` with a payment of ${describeConditions(payment)}`;
  return {
    limit,
    latePage,
    name: `invoices: ${describeConditions(own as PaymentConditions)}${ofPayment}`,
    query: (page) =>
      buildPageQuery(
        INVOICES,
        invoicesRequest({ ...WINDOW, status, amountMinor, payment, limit: page.limit }),
        page.after,
      ),
  };
}

function finding({ name, latePage, firstMs, lateMs, firstBuffers, lateBuffers, plan }: PageCosts): BenchResult {
  const ratio = Math.max(firstMs, lateMs) / Math.min(firstMs, lateMs);
  const isReached = ratio <= AIM || Math.abs(firstMs - lateMs) < NOISE_MS;
  return {
    name,
    found:
      `page 1 ${firstMs.toFixed(1)} ms (${firstBuffers} buffers), page ${latePage} ${lateMs.toFixed(1)} ms ` +
      `(${lateBuffers} buffers), ratio ${ratio.toFixed(2)}; ${plan}`,
    aim: { text: `within ${AIM}`, isReached },
  };
}
