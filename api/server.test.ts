import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { getReportFileKey } from '../domain/merchants/report/report';
import { newId } from '../store/id';
import { createFileLink } from '../security/file-link';
import { startApi, type TestApi } from '../tests/harness/api';
import { runFolder } from '../tests/harness/services';
import { anIdentity } from '../tests/harness/factories/wallet';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.stop());

const [DELETED, UNREADABLE] = [987_654_321, 987_654_322];
const getKey = (id: number) => getReportFileKey({ id, format: 'csv' });

/** A link to the file of a report. */
async function aLink(id: number): Promise<string> {
  const { database } = api.store;
  const identity = await anIdentity(api.own.merchant);
  const [report] = await database.run<{ id: bigint }>(
    {
      name: 'test-add-report',
      text: `INSERT INTO reports (id, party_id, identity_id, type, from_time, to_time, created_at, status) OVERRIDING SYSTEM VALUE
        VALUES ($3, $1, $2, 'withdrawalRegistry', '2024-01-01', '2024-02-01', now(), 'created') RETURNING id`,
    },
    [api.own.partyID, identity, id],
  );
  const fileID = newId();
  await database.run(
    { name: 'test-add-file', text: `INSERT INTO report_files (id, report_id, format, key) VALUES ($1, $2, 'csv', $3)` },
    [fileID, String(report?.id), getKey(id)],
  );
  return `/files/${(await createFileLink(fileID, api.signingKeys)).token}`;
}

test.each(['/files/%ff', '/callbacks/%ff', '/%ff', '/v2/processing/invoices/%ff', '/wallet/v0/identities/%E0%A4%A'])(
  'an address that is no percent-encoded UTF-8 is answered as malformed or unknown, without a stack: %s',
  async (path) => {
    const answer = await fetch(`${api.url}${path}`, { headers: { 'X-Request-ID': 'malformed' } });
    const body = await answer.text();
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(body).not.toMatch(/ at |node_modules|\.ts|\.js/);
  },
);

test('a file link that cannot be decoded is a malformed request', async () => {
  const answer = await fetch(`${api.url}/files/%ff`);
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { code: 'invalidRequest', message: 'the address is not percent-encoded UTF-8' },
  ]);
});

test('a deleted file is 404, and a storage failure is 503', async () => {
  expect((await fetch(`${api.url}${await aLink(DELETED)}`)).status).toBe(404);
  // A folder in the place of the file cannot be read.
  await mkdir(join(runFolder('files'), 'files', getKey(UNREADABLE)), { recursive: true });
  expect((await fetch(`${api.url}${await aLink(UNREADABLE)}`)).status).toBe(503);
});
