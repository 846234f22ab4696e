import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { toMetadataKeys } from '../../../domain/operators/person/erased';
import { advanceErasure } from '../../../store/operators/person/erasure.advance';
import { deleteExpiredEvidence } from '../../../store/payments/chargeback/evidence.expiry';
import { DiskStorage } from '../../../files/disk-storage';
import { startApi, type TestApi } from '../../../tests/harness/api';
import { A_JPEG, aPdf, aPng } from '../../../tests/harness/factories/document';
import { oneOfEverything, type PathValues } from '../../../tests/harness/factories/everything';
import { anOperator } from '../../../tests/harness/factories/operator';
import { httpClient, type HttpClient } from '../../../tests/harness/http-client';
import { runFolder } from '../../../tests/harness/services';

let api: TestApi;
let merchant: HttpClient;
let operator: HttpClient;

beforeAll(async () => {
  api = await startApi();
  ({ merchant } = api.own);
  const { secret } = await anOperator(api.store.database, { name: 'support', roles: ['support'] });
  operator = httpClient({ baseUrl: api.url, token: secret });
});
afterAll(() => api?.stop());

const FILE = { headers: { 'Content-Type': 'application/octet-stream' } };

type Case = PathValues & { path: string; atOperators: string };

let cases = 0;

/** A payment with an open chargeback. */
async function aCase(): Promise<Case> {
  const values = await aDisputedPayment(`case-${++cases}`);
  const { invoiceID, paymentID, chargebackID } = values;
  return {
    ...values,
    path: `/v2/processing/invoices/${invoiceID}/payments/${paymentID}/chargebacks/${chargebackID}/evidence`,
    atOperators: `/operators/v1/payments/${invoiceID}/${paymentID}/chargebacks/${chargebackID}/evidence`,
  };
}

let made: PathValues | undefined;

/** The chargeback of `oneOfEverything` for the first case, and further ones of its shape. */
async function aDisputedPayment(name: string): Promise<PathValues> {
  made ??= await oneOfEverything(api);
  const { invoiceID, paymentID } = made;
  const run = (text: string) => api.store.database.run({ name: '', text }, [invoiceID, paymentID, name]);
  // A payment has one open chargeback; the test needs rows only.
  await run(`UPDATE chargebacks SET status = 'rejected' WHERE invoice_id = $1 AND payment_id = $2 AND $3 <> ''`);
  await run(`INSERT INTO chargebacks SELECT (jsonb_populate_record(c, jsonb_build_object('id', $3::text, 'status', 'pending',
      'creation_idempotency_key', $3::text, 'status_changed_at', now()))).*
    FROM chargebacks c WHERE invoice_id = $1 AND payment_id = $2 ORDER BY created_at LIMIT 1`);
  return { ...made, chargebackID: name };
}

const upload = (path: string, content: Buffer, fileName = 'чек.png', by = merchant) =>
  by.post(`${path}?fileName=${encodeURIComponent(fileName)}`, content, FILE);
const read = async (path: string, by = merchant) => (await by.get(path)).body;
const stored = async ({ chargebackID }: PathValues) =>
  api.store.database.run<any>(
    { name: '', text: 'SELECT id, format, state, file_name FROM chargeback_evidence WHERE chargeback_id = $1' },
    [chargebackID],
  );
const fileOf = ({ id, format }: { id: string; format: string }): string =>
  join(runFolder('files'), 'files', 'evidence', `${id}.${format}`);

test('a merchant adds, downloads, removes and sends documents, and sees what was added by whom and when', async () => {
  const found = await aCase();
  const content = aPdf();
  const added = await upload(found.path, content, '../чек "1".exe');
  expect(added).toMatchObject({
    status: 201,
    body: {
      ...{ fileName: 'чек _1_.pdf', format: 'pdf', size: content.length, stage: 'chargeback', addedBy: 'merchant' },
      sha256: createHash('sha256').update(content).digest('hex'),
    },
  });
  expect((await upload(found.path, content)).body.id).toBe(added.body.id);
  expect((await upload(found.atOperators, A_JPEG, 'act.jpg', operator)).body).toMatchObject({
    addedBy: 'operator',
    addedWith: expect.stringMatching(/^operator\//),
  });
  const unwanted = await upload(found.path, aPng());
  expect(await merchant.delete(`${found.path}/${unwanted.body.id}`)).toMatchObject({ status: 204 });
  expect(existsSync(fileOf({ id: unwanted.body.id, format: 'png' }))).toBe(false);

  const file = await fetch(`${api.url}${found.path}/${added.body.id}/content`, {
    headers: { Authorization: `Bearer ${api.own.apiKey}`, 'X-Request-ID': 'download' },
  });
  expect(Buffer.from(await file.arrayBuffer())).toEqual(content);
  expect(Object.fromEntries(file.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${added.body.id}.pdf"; filename*=UTF-8''%D1%87%D0%B5%D0%BA%20_1_.pdf`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
  });

  expect(await read(found.path)).toMatchObject({ isOpen: true, documents: [{ format: 'pdf' }, { format: 'jpg' }] });
  const sent = await merchant.post(`${found.path}/send`);
  expect(sent.body).toMatchObject({ isOpen: false, sentAt: expect.any(String), documents: [{}, {}] });
  const closed = { status: 400, body: { code: 'evidenceClosed' } };
  expect(await upload(found.path, aPng('late'))).toMatchObject(closed);
  expect(await merchant.delete(`${found.path}/${added.body.id}`)).toMatchObject(closed);
  expect(await operator.post(`${found.atOperators}/send`)).toMatchObject(closed);
  expect(await read(found.atOperators, operator)).toMatchObject({
    isOpen: false,
    documents: [{ sentAt: sent.body.sentAt }, {}],
  });

  const { invoiceID, paymentID } = found;
  const { body: timeline } = await operator.get(`/operators/v1/payments/${invoiceID}/${paymentID}/timeline`);
  const operations = timeline.entries.map(({ fact }: any) => fact.operation);
  expect(operations).toEqual(
    expect.arrayContaining([
      'addChargebackEvidence',
      'addOperatedEvidence',
      'deleteChargebackEvidence',
      'sendChargebackEvidence',
    ]),
  );
});

test('64 uploads at once keep to the limit of ten documents', async () => {
  const found = await aCase();
  const answers = await Promise.all(Array.from({ length: 64 }, (_, number) => upload(found.path, aPng(`${number}`))));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
  expect(new Set(answers.filter(({ status }) => status !== 201).map(({ body }) => body.code))).toEqual(
    new Set(['limitExceeded']),
  );
  expect((await read(found.path)).documents).toHaveLength(10);
  const rows = await stored(found);
  expect(rows.filter((row: any) => existsSync(fileOf(row)))).toHaveLength(10);
  expect(rows).toHaveLength(10);
});

test('the same file sent 16 times at once is one document', async () => {
  const found = await aCase();
  await Promise.all(Array.from({ length: 16 }, () => upload(found.path, aPng('same'))));
  const { documents } = await read(found.path);
  expect(new Set(documents.map(({ sha256 }: any) => sha256)).size).toBe(1);
  expect(documents).toHaveLength(1);
});

test.each([
  ['a page', Buffer.from('<html><script>alert(1)</script>'), 'evidenceTypeNotAllowed'],
  ['nothing', Buffer.alloc(0), 'evidenceFileDamaged'],
  ['a PDF that was cut off', aPdf().subarray(0, 100), 'evidenceFileDamaged'],
  ['a PDF with a script', aPdf('4 0 obj\n<< /S /JavaScript /JS (x) >>\nendobj\n'), 'evidenceFileUnsafe'],
  ['more than 5 MiB', Buffer.concat([A_JPEG, randomBytes(5 * 1024 * 1024)]), 'evidenceFileTooLarge'],
])('%s is refused, and nothing is kept', async (_, content, code) => {
  const found = await aCase();
  expect(await upload(found.path, content)).toMatchObject({ status: 400, body: { code } });
  expect(await stored(found)).toEqual([]);
});

test('a chunked upload without end is refused at 5 MiB, and one that is cut off leaves neither row nor file', async () => {
  const found = await aCase();
  const send = (onOpen: (request: ReturnType<typeof httpRequest>) => void) =>
    new Promise<string>((resolve) => {
      const request = httpRequest(`${api.url}${found.path}?fileName=a.png`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${api.own.apiKey}`, 'X-Request-ID': 'cut', 'Transfer-Encoding': 'chunked' },
      });
      request.once('response', (response) => {
        response.setEncoding('utf8').once('data', (text: string) => resolve(text));
      });
      request.once('error', () => resolve('cut off'));
      onOpen(request);
    });
  const endless = await send((request) => {
    for (let number = 0; number < 7; number++) request.write(Buffer.alloc(1024 * 1024));
  });
  expect(endless).toContain('evidenceFileTooLarge');
  const cut = await send((request) => {
    request.write(aPng().subarray(0, 40));
    setTimeout(() => request.destroy(), 200);
  });
  expect(cut).toBe('cut off');
  expect(await stored(found)).toEqual([]);
});

test('another party sees nothing, and a payer’s token may do nothing', async () => {
  const found = await aCase();
  const { body } = await upload(found.path, aPng());
  const { merchant: stranger } = api.foreign;
  const calls = (by: HttpClient) => [
    by.get(found.path),
    upload(found.path, aPng('theirs'), 'a.png', by),
    by.post(`${found.path}/send`),
    by.get(`${found.path}/${body.id}/content`),
    by.delete(`${found.path}/${body.id}`),
  ];
  expect((await Promise.all(calls(stranger))).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  const { invoiceID = '', partyID = '', shopID = '' } = found;
  const payer = merchant.as(await api.token({ kind: 'invoice', id: invoiceID, partyID, shopID }));
  const forPayer = (await Promise.all(calls(payer))).map(({ status }) => status);
  expect(forPayer.every((status) => [401, 403, 404].includes(status))).toBe(true);
  expect((await read(found.path)).documents).toMatchObject([{ id: body.id }]);
  const another = await aCase();
  expect((await merchant.get(`${another.path}/${body.id}/content`)).status).toBe(404);
});

test('after the deadline or the decision documents are closed', async () => {
  const found = await aCase();
  const set = (text: string) =>
    api.store.database.run({ name: '', text: `UPDATE chargebacks SET ${text} WHERE id = $1` }, [found.chargebackID]);
  await set(`answer_due_at = now() - interval '1 second'`);
  expect(await upload(found.path, aPng())).toMatchObject({ status: 400, body: { code: 'evidenceClosed' } });
  await set(`answer_due_at = now() + interval '1 hour'`);
  expect(await merchant.post(`${found.path}/send`)).toMatchObject({ status: 400, body: { code: 'invalidRequest' } });
  expect((await upload(found.path, aPng())).status).toBe(201);
  await set(`status = 'accepted'`);
  expect(await upload(found.path, aPng('later'))).toMatchObject({ body: { code: 'evidenceClosed' } });
  expect(await read(found.path)).toMatchObject({ isOpen: false, documents: [{}] });
  await set(`status = 'pending', stage = 'pre-arbitration', round = round + 1`);
  expect(await upload(found.path, aPng())).toMatchObject({ status: 201, body: { stage: 'pre-arbitration' } });
  const documents: { id: string; stage: string }[] = (await read(found.path)).documents;
  expect(documents.map(({ stage }) => stage)).toEqual(['chargeback', 'pre-arbitration']);
  expect(await merchant.delete(`${found.path}/${documents[0]?.id}`)).toMatchObject({
    body: { code: 'evidenceClosed' },
  });
});

test('the retention deletes what was cut off, and documents after their time unless the chargeback is open', async () => {
  const found = await aCase();
  const ids: string[] = [];
  for (const name of ['cut', 'old', 'new']) ids.push((await upload(found.path, aPng(name))).body.id);
  const set = (text: string, id = '') =>
    api.store.database.run({ name: '', text: `UPDATE chargeback_evidence SET ${text} WHERE id = $1` }, [id]);
  await set(`state = 'storing', state_changed_at = now() - interval '2 hours'`, ids[0]);
  await set(`added_at = now() - interval '541 days'`, ids[1]);
  const files = new DiskStorage(runFolder('files'));
  const given = { database: api.store.database, deleteFile: async (key: string) => files.delete(key) };
  const left = async () => {
    await deleteExpiredEvidence(given);
    return (await stored(found)).map(({ id }: { id: string }) => id).sort();
  };
  expect(await left()).toEqual([ids[1], ids[2]].sort());
  await api.store.database.run({ name: '', text: `UPDATE chargebacks SET status = 'accepted' WHERE id = $1` }, [
    found.chargebackID,
  ]);
  expect(await left()).toEqual([ids[2]]);
  expect(ids.map((id) => existsSync(fileOf({ id, format: 'png' })))).toEqual([false, false, true]);
});

test('an erasure of the payer waits while a chargeback with documents is open, then removes documents, names and files', async () => {
  const found = await aCase();
  const { invoiceID, paymentID, chargebackID } = found;
  const run = (text: string, ...values: unknown[]) => api.store.database.run<any>({ name: '', text }, values);
  await run(
    `UPDATE payments SET payer = jsonb_set(payer, '{contactInfo}', '{"email": "maria@shop.example"}')
     WHERE invoice_id = $1 AND id = $2`,
    ...[invoiceID, paymentID],
  );
  const added = [await upload(found.path, aPng('act'), 'Мария.png'), await upload(found.path, A_JPEG, 'Мария.jpg')];
  const files = added.map(({ body: { id, format } }) => fileOf({ id, format }));
  expect((await merchant.post(`${found.path}/send`)).status).toBe(200);

  const anAdministrator = async (name: string) => {
    const { secret } = await anOperator(api.store.database, { name, roles: ['administrator'] });
    return httpClient({ baseUrl: `${api.url}/operators/v1/erasures`, token: secret });
  };
  const [ada, vera] = [await anAdministrator('ada'), await anAdministrator('vera')];
  const { id: erasureID } = (await ada.post('', { email: 'maria@shop.example', reason: 'request' })).body;
  const advance = async () => {
    for (;;) {
      const progress = await advanceErasure(api.store, { erasureID, keys: toMetadataKeys([]) });
      if (progress.next !== 'continue') return progress;
    }
  };
  expect(await advance()).toMatchObject({ state: 'found' });
  expect((await vera.post(`/${erasureID}/confirm`)).status).toBe(200);
  expect(await advance()).toEqual({ state: 'erasing', next: 'wait' });
  expect((await read(found.path)).documents).toMatchObject([{ fileName: 'Мария.png' }, { fileName: 'Мария.jpg' }]);

  await run(`UPDATE chargebacks SET status = 'rejected' WHERE id = $1`, chargebackID);
  await run('UPDATE erasure_rows SET retry_at = now() WHERE erasure_id = $1', erasureID);
  expect(await advance()).toEqual({ state: 'erased', next: 'end' });
  expect((await read(found.path)).documents).toEqual([]);
  expect((await merchant.get(`${found.path}/${added[0]?.body.id}/content`)).status).toBe(404);
  const left = { state: 'removed', file_name: expect.not.stringContaining('Мария') };
  expect(await stored(found)).toMatchObject([left, left]);
  expect(files.map((file) => existsSync(file))).toEqual([true, true]);

  await run(
    `UPDATE chargeback_evidence SET state_changed_at = now() - interval '2 hours' WHERE chargeback_id = $1`,
    chargebackID,
  );
  const disk = new DiskStorage(runFolder('files'));
  await deleteExpiredEvidence({ database: api.store.database, deleteFile: async (key) => disk.delete(key) });
  expect(await stored(found)).toEqual([]);
  expect(files.map((file) => existsSync(file))).toEqual([false, false]);
});
