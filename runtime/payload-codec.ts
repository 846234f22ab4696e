import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Payload, PayloadCodec } from '@temporalio/common';
import { temporal } from '@temporalio/proto';

/** A key and the name that stands in what it has encrypted. */
interface PayloadKey {
  id: string;
  /** 32 bytes. */
  bytes: Uint8Array;
}

/** What a process may read of payloads, and whether it writes them so that nobody else can. */
export interface PayloadSettings {
  /** The first encrypts, all decrypt; undefined: everything is in clear. */
  keys: { first: PayloadKey; all: readonly PayloadKey[] } | undefined;
  /** False: the keys only read. */
  isWriting: boolean;
}

const ProtoPayload = temporal.api.common.v1.Payload;

/** The name that Temporal's own samples and UI have for payloads that are encrypted. */
export const ENCRYPTED = 'binary/encrypted';
const ENCODING = 'encoding';
const KEY_ID = 'encryption-key-id';
/** What an encrypted payload is made of: version, salt, nonce, text, tag. */
const VERSION = 1;
const [SALT_BYTES, NONCE_BYTES, TAG_BYTES] = [16, 12, 16];
const PURPOSE = 'holdfast temporal payload';
/** Far from where two random nonces under one key become likely to meet (2^32 for one in four thousand millions). */
const PAYLOADS_A_SALT = 2 ** 20;

/** A payload cannot be read with the keys that this process has. */
export class PayloadUnreadable extends Error {
  override readonly name = 'PayloadUnreadable';
}

/** Encrypts what goes to Temporal, and decrypts what comes from there; what is in clear is passed through. Decision 58. */
export class EncryptingCodec implements PayloadCodec {
  /** Whether what this process sends is encrypted. */
  readonly isWriting: boolean;
  /** The keys that it has, the first first. */
  readonly keyIDs: readonly string[];
  private own: { salt: Buffer; key: Buffer; left: number } | undefined;

  constructor(private readonly settings: PayloadSettings) {
    this.isWriting = settings.isWriting && settings.keys !== undefined;
    this.keyIDs = settings.keys?.all.map(({ id }) => id) ?? [];
  }

  async encode(payloads: Payload[]): Promise<Payload[]> {
    const { keys } = this.settings;
    if (!this.isWriting || !keys) return payloads;
    return payloads.map((payload) => (keyIDOf(payload) === undefined ? this.encrypt(payload, keys.first) : payload));
  }

  /** @throws PayloadUnreadable */
  async decode(payloads: Payload[]): Promise<Payload[]> {
    return payloads.map((payload) => {
      const id = keyIDOf(payload);
      return id === undefined ? payload : this.decrypt(payload, id);
    });
  }

  /** Decrypts in place what the SDK hands out as it is stored: a history, a description. @throws PayloadUnreadable */
  async decryptWithin(message: unknown): Promise<void> {
    const waiting: unknown[] = [message];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (typeof node !== 'object' || node === null || node instanceof Uint8Array) continue;
      if (!isEncrypted(node))
        waiting.push(...Object.values<unknown>({ ...node }).filter((value) => value !== undefined));
      else Object.assign(node, (await this.decode([node]))[0]);
    }
  }

  private encrypt(payload: Payload, { id, bytes }: PayloadKey): Payload {
    const { salt, key } = this.derived(bytes);
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    const text = [cipher.update(ProtoPayload.encode(payload).finish()), cipher.final()];
    const data = Buffer.concat([Buffer.of(VERSION), salt, nonce, ...text, cipher.getAuthTag()]);
    return { metadata: { [ENCODING]: Buffer.from(ENCRYPTED), [KEY_ID]: Buffer.from(id) }, data };
  }

  /** The key of this process, of which nobody knows another use, so that as many processes as like may share the first. */
  private derived(bytes: Uint8Array): { salt: Buffer; key: Buffer } {
    if (!this.own || this.own.left === 0) {
      const salt = randomBytes(SALT_BYTES);
      this.own = { salt, key: derive(bytes, salt), left: PAYLOADS_A_SALT };
    }
    this.own.left -= 1;
    return this.own;
  }

  private decrypt({ data }: Payload, id: string): Payload {
    const key = this.settings.keys?.all.find((each) => each.id === id);
    if (!key) throw new PayloadUnreadable(`a payload names the key ${id}, and ${this.keysInWords()}`);
    const sealed = Buffer.from(data ?? []);
    const [saltAt, nonceAt] = [1, 1 + SALT_BYTES];
    const textAt = nonceAt + NONCE_BYTES;
    if (sealed[0] !== VERSION || sealed.length < textAt + TAG_BYTES) {
      throw new PayloadUnreadable(`a payload under the key ${id} has another form than this version reads`);
    }
    const own = derive(key.bytes, sealed.subarray(saltAt, nonceAt));
    const decipher = createDecipheriv('aes-256-gcm', own, sealed.subarray(nonceAt, textAt));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    try {
      return ProtoPayload.decode(
        Buffer.concat([decipher.update(sealed.subarray(textAt, -TAG_BYTES)), decipher.final()]),
      );
    } catch {
      throw new PayloadUnreadable(`a payload under the key ${id} was changed, or is not of that key`);
    }
  }

  private keysInWords(): string {
    if (this.keyIDs.length === 0) return 'TEMPORAL_PAYLOAD_KEY is not given to this process';
    return `TEMPORAL_PAYLOAD_KEY of this process has ${this.keyIDs.join(', ')} only`;
  }
}

function derive(key: Uint8Array, salt: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, PURPOSE, 32));
}

/** The key that a payload names; undefined for one in clear. */
function keyIDOf({ metadata }: Payload): string | undefined {
  const encoding = metadata?.[ENCODING];
  if (!encoding || Buffer.from(encoding).toString() !== ENCRYPTED) return undefined;
  return Buffer.from(metadata[KEY_ID] ?? []).toString();
}

function isEncrypted(node: object): node is Payload {
  const { metadata } = node as Record<string, unknown>;
  if (typeof metadata !== 'object' || metadata === null) return false;
  return (metadata as Record<string, unknown>)[ENCODING] instanceof Uint8Array && keyIDOf(node) !== undefined;
}

/** How a process is called in histories and queues, with what it can read: by it `doctor` sees who lacks a key. */
export function encodeIdentity({ isWriting, keyIDs }: EncryptingCodec): string {
  const name = `${process.pid}@${hostname()}`;
  return keyIDs.length === 0 ? name : `${name} payloads:${isWriting ? 'write' : 'read'}:${keyIDs.join()}`;
}

/** What `identityOf` has said of a process. */
export function payloadsOfIdentity(identity: string): { isWriting: boolean; keyIDs: string[] } {
  const [, mode, ids] = / payloads:(write|read):([0-9a-f,]+)$/.exec(identity) ?? [];
  return { isWriting: mode === 'write', keyIDs: ids?.split(',') ?? [] };
}
