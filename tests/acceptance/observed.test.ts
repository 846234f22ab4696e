import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'yaml';
import { CARDS, HOLD, INSTANT, anInvoice, pay, untilPayment } from '../harness/factories/payment';
import { ARRIVAL_TIMEOUT_MS } from '../harness/timeouts';
import { startPrometheus } from '../harness/prometheus';
import { startMerchantPlatform, type MerchantPlatform } from '../harness/platform';
import { startTracesReceiver, type ReceivedSpan, type TracesReceiver } from '../harness/traces-receiver';
import { startWebhookReceiver, type WebhookReceiver } from '../harness/webhook-receiver';

/* Traces, logs and metrics of running processes, and the files of `ops/` that use them. */

const ops = join(__dirname, '..', '..', 'deploy');
const dashboard = JSON.parse(readFileSync(join(ops, 'grafana', 'dashboards', 'holdfast.json'), 'utf8')) as {
  panels: { title: string; targets?: { expr: string }[] }[];
};

let traces: TracesReceiver;
let harness: MerchantPlatform;
let endpoint: WebhookReceiver;
let paid: { invoiceID: string; paymentID: string };

beforeAll(async () => {
  traces = await startTracesReceiver();
  harness = await startMerchantPlatform({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url } });
  endpoint = await startWebhookReceiver();
  const { merchant, shopID } = harness;
  const scope = { topic: 'InvoicesTopic', shopID, eventTypes: ['PaymentCaptured'] };
  await merchant.post('/v2/processing/webhooks', { url: `${endpoint.url}?key=hidden`, scope });
  const invoice = await anInvoice(merchant, shopID);
  const paymentID = await pay(merchant.as(invoice.token), invoice.id, { card: CARDS.good, flow: INSTANT });
  paid = { invoiceID: invoice.id, paymentID };
  await untilPayment(merchant, paid, 'captured');
  await endpoint.until((taken) => taken.length === 1);
  // Declines are counted by reason.
  const refused = await anInvoice(merchant, shopID);
  const declined = await pay(merchant.as(refused.token), refused.id, { card: CARDS.noMoney, flow: INSTANT });
  await untilPayment(merchant, { invoiceID: refused.id, paymentID: declined }, 'failed');
});

afterAll(async () => {
  await endpoint?.close();
  await harness?.stop();
  await traces?.close();
});

test('one trace spans the call, the command, the first attempt, the workflow and the webhook message', async () => {
  const workflow = `payment/${paid.invoiceID}.${paid.paymentID}`;
  const ended = ['RunWorkflow:payment', 'webhook', 'createPayment'];
  const spans = await traces.until((all) => ended.every((name) => all.some((span) => span.name === name)));
  const call = spans.find(({ name }) => name === 'createPayment');
  const trace = spans.filter(({ traceId }) => traceId === call?.traceId);
  const names = trace.map(({ service, name }) => `${service} ${name}`);
  for (const name of [
    'holdfast-api createPayment',
    'holdfast-worker outbox start',
    'holdfast-worker StartWorkflow:payment',
    'holdfast-worker RunWorkflow:payment',
    'holdfast-worker first attempt',
    'holdfast-worker webhook',
  ]) {
    expect(names).toContain(name);
  }
  // Every span descends from the call.
  const byId = new Map(trace.map((span) => [span.spanId, span]));
  for (const span of trace) expect(getRoot(span, byId)).toBe(call);
  expect(call?.parentSpanId ?? '').toBe('');
  expect(getAttributes(trace.find(({ name }) => name === 'outbox start'))).toMatchObject({
    temporalWorkflowId: workflow,
  });

  const delivery = trace.find(({ name }) => name === 'webhook');
  const [message] = endpoint.deliveries;
  expect(message?.headers['traceparent']).toBe(`00-${delivery?.traceId}-${delivery?.spanId}-01`);
});

test('traces contain no card, token, key or endpoint address', async () => {
  const text = traces.text();
  expect(text).toContain('createPaymentResource');
  for (const secret of [CARDS.good, 'ANNA IVANOVA', 'anna@example.com', 'hidden', harness.platform.demo.apiKey]) {
    expect(text).not.toContain(secret);
  }
  // All access tokens have this prefix.
  expect(text).not.toContain('eyJ');
});

test('a client’s trace headers are ignored', async () => {
  const theirs = '0af7651916cd43dd8448eb211c80319c';
  const headers = { traceparent: `00-${theirs}-b7ad6b7169203331-01`, 'X-Request-ID': 'joined' };
  await harness.merchant.get(`/v2/processing/invoices/${paid.invoiceID}`, { headers });
  const joined = (span: ReceivedSpan): boolean => getAttributes(span)['holdfast.request_id'] === 'joined';
  const spans = await traces.until((all) => all.some(joined));
  expect(spans.filter(joined)).toHaveLength(1);
  expect(spans.some(({ traceId }) => traceId === theirs)).toBe(false);
});

test('log lines have the request id or workflow id, and the party', async () => {
  const { merchant, platform, shopID } = harness;
  await merchant.post('/v2/processing/invoices', { shopID }, { headers: { 'X-Request-ID': 'refused' } });
  const refused = await untilLine(platform.processes.api.logFile, ({ requestID }) => requestID === 'refused');
  expect(refused).toMatchObject({ partyID: platform.demo.partyID });
  // An unavailable connector makes an activity fail, which the worker logs.
  await platform.processes.sandbox.kill();
  const invoice = await anInvoice(merchant, shopID);
  const paymentID = await pay(merchant.as(invoice.token), invoice.id, { card: CARDS.good, flow: HOLD });
  const workflowID = `payment/${invoice.id}.${paymentID}`;
  const failed = await untilLine(
    platform.processes.worker.logFile,
    (line) => line['activityType'] === 'authoriseAfterLookUp',
  );
  expect(failed).toMatchObject({ level: 'warn', process: 'worker', workflowID, partyID: platform.demo.partyID });
  await platform.processes.sandbox.start();
  await untilPayment(merchant, { invoiceID: invoice.id, paymentID }, 'processed');
});

interface Rule {
  alert: string;
  expr: string;
  annotations: { summary: string; remedy: string };
}

test('alerts and dashboard use existing metrics and labels', async () => {
  const { processes } = harness.platform;
  const exported = new Map<string, Set<string>>();
  expect((await fetch(`${processes.api.url}/metrics`)).status).toBe(404);
  for (const url of [apiMetrics(), processes.worker.url, processes.vault.url]) {
    readMetrics(await (await fetch(`${url}/metrics`)).text(), exported);
  }
  const rules = (parse(readFileSync(join(ops, 'prometheus', 'alerts.yml'), 'utf8')) as { groups: { rules: Rule[] }[] })
    .groups;
  const alerts = rules.flatMap((group) => group.rules);
  for (const { alert, annotations } of alerts) expect([alert, annotations.remedy]).toEqual([alert, expect.any(String)]);
  const shown = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const problems = [...alerts.map(({ expr }) => expr), ...shown].flatMap((expr) => getProblems(expr, exported));
  expect(problems).toEqual([]);
  expect(getProblems('sum by (lane) (holdfast_outbox_commands{lain="payer"})', exported)).toHaveLength(1);
  expect(getProblems('rate(holdfast_request_second_count[5m])', exported)).toHaveLength(1);
  // Conversely, every metric of the platform is used.
  const all = [...alerts.map(({ expr }) => expr), ...shown].join('\n');
  const own = [...exported.keys()].filter((name) => /^holdfast_/.test(name));
  expect(own.filter((name) => !all.includes(name.replace(/_(bucket|sum|count)$/, '')))).toEqual([]);
});

test('every panel shows data, and every rule can be evaluated', async () => {
  const { vault, worker } = harness.platform.processes;
  const jobs = { 'holdfast-api': apiMetrics(), 'holdfast-worker': worker.url, 'holdfast-vault': vault.url };
  const prometheus = await startPrometheus(jobs, join(ops, 'prometheus', 'alerts.yml'));
  try {
    const end = Date.now() + ARRIVAL_TIMEOUT_MS;
    let empty: string[];
    do {
      await harness.captured();
      empty = [];
      for (const { title, targets = [] } of dashboard.panels) {
        for (const { expr } of targets) {
          const values = await prometheus.query(expr.replaceAll('$__rate_interval', '1m'));
          if (!values.some(Number.isFinite)) empty.push(`${title}: ${expr}`);
        }
      }
    } while (empty.length > 0 && Date.now() < end);
    expect(empty).toEqual([]);
    const rules = await prometheus.rules();
    expect(rules.filter(({ health }) => health !== 'ok')).toEqual([]);
    // The demonstration has just made its administrators, which is an alert.
    const firing = rules.filter(({ state, name }) => state === 'firing' && name !== 'HoldfastAccessChanged');
    expect(firing).toEqual([]);
  } finally {
    await prometheus.stop();
  }
});

const apiMetrics = (): string => `http://127.0.0.1:${harness.platform.environment['API_METRICS_PORT']}`;

/** Labels that Prometheus adds. */
const TARGET_LABELS = ['job', 'instance'];

function getProblems(expr: string, exported: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const names = [...expr.matchAll(/\b(?:holdfast|nodejs|process)_[a-z0-9_]+|\bup\b/g)].map(([name]) => name);
  if (names.length === 0) return [`${expr}: names no metric`];
  const missing = names.filter((name) => name !== 'up' && !exported.has(name));
  const known = new Set([...TARGET_LABELS, ...names.flatMap((name) => [...(exported.get(name) ?? [])])]);
  const inBraces = [...expr.matchAll(/\{([^}]*)\}/g)].flatMap(([, matchers = '']) =>
    [...matchers.matchAll(/([a-z_]+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
  );
  const inGroups = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(/,\s*/));
  const strange = [...inBraces, ...inGroups].filter((label) => !known.has(label));
  return [...missing.map((name) => `${expr}: no ${name}`), ...strange.map((label) => `${expr}: no label ${label}`)];
}

function readMetrics(text: string, exported: Map<string, Set<string>>): void {
  for (const line of text.split('\n')) {
    const [, declared, type] = /^# TYPE (\S+) (\S+)/.exec(line) ?? [];
    const [, name, labels = ''] = declared ? [] : (/^([a-z_0-9]+)(?:\{(.*)\})? /.exec(line) ?? []);
    const known = declared ?? name;
    if (known === undefined || type === 'histogram') continue;
    const found = exported.get(known) ?? new Set();
    for (const [, label = ''] of labels.matchAll(/([a-z_]+)="/g)) found.add(label);
    exported.set(known, found);
  }
}

function getRoot(span: ReceivedSpan, byId: ReadonlyMap<string, ReceivedSpan>): ReceivedSpan | undefined {
  const parent = span.parentSpanId ? byId.get(span.parentSpanId) : undefined;
  if (!span.parentSpanId) return span;
  return parent && getRoot(parent, byId);
}

function getAttributes(span: ReceivedSpan | undefined): Record<string, unknown> {
  return Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]));
}

function getLines(logFile: string): Record<string, unknown>[] {
  const lines = readFileSync(logFile, 'utf8').split('\n');
  return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Record<string, unknown>);
}

async function untilLine(
  logFile: string,
  isIt: (line: Record<string, unknown>) => boolean,
): Promise<Record<string, unknown> | undefined> {
  const end = Date.now() + ARRIVAL_TIMEOUT_MS;
  for (;;) {
    const found = getLines(logFile).find(isIt);
    if (found || Date.now() > end) return found;
    await sleep(100);
  }
}
