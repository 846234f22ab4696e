import { randomBytes } from 'node:crypto';
import { defaultPayloadConverter as converter, type Payload } from '@temporalio/common';
import { temporal } from '@temporalio/proto';
import { EncryptingCodec, encodeIdentity, decodeIdentity, PayloadUnreadable } from './payload-codec';

const aKey = (id: string) => ({ id, bytes: randomBytes(32) });
const [old, fresh] = [aKey('0000aaaa'), aKey('1111bbbb')];
const getCodec = (...all: ReturnType<typeof aKey>[]): EncryptingCodec =>
  new EncryptingCodec({ keys: all[0] && { first: all[0], all }, isWriting: true });

const VALUE = { invoiceID: 'inv-1', amountMinor: 4_711 };
const clear: Payload = converter.toPayload(VALUE);
const encrypted = async (codec: EncryptingCodec): Promise<Payload> => {
  const [payload] = await codec.encode([clear]);
  if (!payload) throw new Error('nothing was encoded');
  return payload;
};
const getValue = (payload: Payload | undefined): unknown => converter.fromPayload(payload ?? {});

test('encode and decode round-trip a payload with its metadata and name the key', async () => {
  const payload = await encrypted(getCodec(fresh));
  const { encoding, 'encryption-key-id': keyID, ...rest } = payload.metadata ?? {};
  expect([String(encoding), String(keyID), rest]).toEqual(['binary/encrypted', fresh.id, {}]);
  expect(Buffer.from(payload.data ?? []).toString('latin1')).not.toMatch(/inv-1|4711|json/);
  expect(getValue((await getCodec(fresh).decode([payload]))[0])).toEqual(VALUE);
});

test('equal payloads have different ciphertexts, and processes have different derived keys', async () => {
  const codec = getCodec(fresh);
  const all = [await encrypted(codec), await encrypted(codec), await encrypted(getCodec(fresh))];
  const texts = all.map(({ data }) => Buffer.from(data ?? []).toString('hex'));
  const salts = texts.map((text) => text.slice(2, 34));
  expect(new Set(texts).size).toBe(3);
  expect([salts[0] === salts[1], salts[1] === salts[2]]).toEqual([true, false]);
});

test('an old key decrypts but does not encrypt', async () => {
  const both = getCodec(fresh, old);
  expect(getValue((await both.decode([await encrypted(getCodec(old))]))[0])).toEqual(VALUE);
  expect(String((await encrypted(both)).metadata?.['encryption-key-id'])).toBe(fresh.id);
});

test('the error about a missing key names it and the available keys', async () => {
  const payload = await encrypted(getCodec(fresh));
  await expect(getCodec(old).decode([payload])).rejects.toThrow(
    `a payload names the key ${fresh.id}, and TEMPORAL_PAYLOAD_KEY of this process has ${old.id} only`,
  );
  await expect(getCodec().decode([payload])).rejects.toThrow('TEMPORAL_PAYLOAD_KEY is not given to this process');
});

test('a modified payload is rejected', async () => {
  const payload = await encrypted(getCodec(fresh));
  const data = Buffer.from(payload.data ?? []);
  for (const at of [0, 1, 17, 30, data.length - 1]) {
    const changed = Buffer.from(data);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await expect(getCodec(fresh).decode([{ ...payload, data: changed }])).rejects.toThrow(PayloadUnreadable);
  }
  await expect(getCodec(fresh).decode([{ ...payload, data: data.subarray(0, 20) }])).rejects.toThrow(/another form/);
});

test('clear text passes unchanged, and a codec without keys or with read-only keys writes it', async () => {
  const reader = new EncryptingCodec({ keys: { first: fresh, all: [fresh] }, isWriting: false });
  for (const codec of [getCodec(), reader]) expect(await codec.encode([clear])).toEqual([clear]);
  expect(await getCodec(fresh).decode([clear])).toEqual([clear]);
  expect(getValue((await reader.decode([await encrypted(getCodec(fresh))]))[0])).toEqual(VALUE);
  const twice = await getCodec(fresh).encode([await encrypted(getCodec(fresh))]);
  expect(getValue((await getCodec(fresh).decode(twice))[0])).toEqual(VALUE);
});

test('decryptWithin decrypts every payload of a history', async () => {
  const { History } = temporal.api.history.v1;
  const payload = await encrypted(getCodec(fresh));
  const failure = { message: 'Encoded failure', encodedAttributes: payload, cause: { encodedAttributes: payload } };
  const history = History.create({
    events: [
      {
        userMetadata: { summary: payload },
        workflowExecutionStartedEventAttributes: { input: { payloads: [payload] } },
      },
      { markerRecordedEventAttributes: { details: { result: { payloads: [payload, clear] } }, failure } },
    ],
  });
  const text = (message: object): string => JSON.stringify(History.toObject(message as never, { bytes: String }));
  const before = Buffer.from(History.encode(history).finish()).toString('latin1');
  expect(before.split('inv-1')).toHaveLength(2);
  await getCodec(fresh).decryptWithin(history);
  expect(text(history)).not.toContain('binary/encrypted');
  expect(Buffer.from(History.encode(history).finish()).toString('latin1').split('inv-1')).toHaveLength(7);
});

test('an identity encodes the keys of its process, and nothing without keys', () => {
  const reader = new EncryptingCodec({ keys: { first: fresh, all: [fresh, old] }, isWriting: false });
  expect(decodeIdentity(encodeIdentity(reader))).toEqual({ isWriting: false, keyIDs: [fresh.id, old.id] });
  expect(decodeIdentity(encodeIdentity(getCodec(old)))).toEqual({ isWriting: true, keyIDs: [old.id] });
  expect(decodeIdentity(encodeIdentity(getCodec()))).toEqual({ isWriting: false, keyIDs: [] });
  expect(encodeIdentity(getCodec())).not.toContain('payloads');
});
