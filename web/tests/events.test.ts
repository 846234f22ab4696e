import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { service } from '../../tests/harness/services';

const root = join(__dirname, '..', '..');
const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
const tables = read('specs/events.json') as Record<string, { topic: string; subscriptions: string[] }>;
const EVENTS = Object.entries(tables).map(([name, table]) => ({
  name,
  ...table,
  route: /^(Withdrawal|Destination)/.test(name) ? 'wallets-webhook-events' : 'payments-webhook-events',
}));

let base: string;
beforeAll(async () => {
  base = (await service('site')).url;
});

const readText = async (path: string): Promise<string> => {
  const answer = await fetch(base + path);
  expect(answer.status).toBe(200);
  return (await answer.text()).replaceAll('<wbr/>', '').replaceAll('\u00A0', ' ');
};

test('there are 27 events of payments and 6 of wallets', () => {
  const of = (wanted: string) => EVENTS.filter(({ route }) => route === wanted).length;
  expect([of('payments-webhook-events'), of('wallets-webhook-events')]).toEqual([27, 6]);
});

test.each(EVENTS)('$name has a page: when it is sent, its fields, a message of a run, its signature', async (event) => {
  const { name, route, topic, subscriptions } = event;
  const html = await readText(`/api/${route}/${name}`);
  expect(html).toContain(`<h1>${name}</h1>`);
  expect(html).toMatch(/<h2 id="occasion">Когда приходит<\/h2><ul><li>[^<]/);
  for (const subscribed of [topic, ...subscriptions]) expect(html).toContain(`<code>${subscribed}</code>`);
  expect(html).toContain('<li id="eventType">');
  const { occuredAt } = read(`content/events/${name}.json`) as { occuredAt: string };
  expect(html).toContain(occuredAt);
  expect(html).toMatch(/<h2 id="signature">[\s\S]*Content-Signature[\s\S]*<h2 id="responses">/);
});

test('every event is in its reference’s sidebar, in the sitemap and in the webhook’s list', async () => {
  const sitemap = await readText('/sitemap.xml');
  for (const route of ['payments-webhook-events', 'wallets-webhook-events']) {
    const own = EVENTS.filter((event) => event.route === route).map(({ name }) => `/api/${route}/${name}`);
    const sidebar = /<nav class="tree operations"[\s\S]*?<\/nav>/.exec(await readText(`/api/${route}`))?.[0];
    const carrier = /<h2 id="events">[\s\S]*?<h2 id="signature">/.exec(
      await readText(`/api/${route}/notifyWebhookEvent`),
    )?.[0];
    for (const path of own) {
      expect(sidebar).toContain(`href="${path}"`);
      expect(carrier).toContain(`href="${path}"`);
      expect(sitemap).toContain(`${path}</loc>`);
    }
  }
});

test('the webhook’s page shows signature checks in five languages', async () => {
  const html = await readText('/api/payments-webhook-events/notifyWebhookEvent');
  for (const file of ['verify.mjs', 'verify.php', 'verify.py', 'verify.go', 'Verify.java']) {
    expect(html).toContain(`<div class="code-title">${file}</div>`);
  }
});

test('error responses show a remedy for each code', async () => {
  const html = await readText('/api/payments/createInvoice');
  expect(html).toMatch(
    /<dt><code>invalidInvoiceCost<\/code><\/dt><dd>[^<]*не указана[\s\S]*?Передайте <code>amount<\/code>/,
  );
  expect(html).toMatch(/id="response-504"[\s\S]*?class="remedy">Операция могла состояться/);
  expect(html).not.toContain('(0[1-9]|1[0-2])');
});
