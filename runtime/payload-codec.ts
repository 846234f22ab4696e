import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Payload, PayloadCodec } from '@temporalio/common';
import { temporal } from '@temporalio/proto';

/** A key and its id, which encrypted payloads name. */
interface PayloadKey {
  id: string;
  bytes: Uint8Array;
}

export interface PayloadSettings {
  /** The first encrypts, all decrypt; without keys payloads are in clear text. */
  keys: { first: PayloadKey; all: readonly PayloadKey[] } | undefined;
  /** Whether outgoing payloads are encrypted. */
  isWriting: boolean;
}

const ProtoPayload = temporal.api.common.v1.Payload;

/** The encoding that Temporal's samples and UI use for encrypted payloads. */
export const ENCRYPTED = 'binary/encrypted';
const ENCODING = 'encoding';
const KEY_ID = 'encryption-key-id';
/** An encrypted payload consists of version, salt, nonce, ciphertext and tag. */
const VERSION = 1;
const [SALT_BYTES, NONCE_BYTES, TAG_BYTES] = [16, 12, 16];
const PURPOSE = 'holdfast temporal payload';
/** Far below 2^32, at which random nonces under one key collide with a probability of 2^-32. */
const MAX_PAYLOADS_PER_SALT = 2 ** 20;

/** The keys of this process cannot decrypt a payload. */
export class PayloadUnreadable extends Error {
  override readonly name = 'PayloadUnreadable';
}

/** Encrypts payloads for Temporal and decrypts those from it; clear text passes unchanged. Decision 58. */
export class EncryptingCodec implements PayloadCodec {
  /** Whether outgoing payloads are encrypted. */
  readonly isWriting: boolean;
  /** The ids of its keys; the first encrypts. */
  readonly keyIDs: readonly string[];
  private current: { salt: Buffer; key: Buffer; left: number } | undefined;

  constructor(private readonly settings: PayloadSettings) {
    this.isWriting = settings.isWriting && settings.keys !== undefined;
    this.keyIDs = settings.keys?.all.map(({ id }) => id) ?? [];
  }

  async encode(payloads: Payload[]): Promise<Payload[]> {
    const { keys } = this.settings;
    if (!this.isWriting || !keys) return payloads;
    return payloads.map((payload) => (readKeyID(payload) === undefined ? this.encrypt(payload, keys.first) : payload));
  }

  /** @throws PayloadUnreadable */
  async decode(payloads: Payload[]): Promise<Payload[]> {
    return payloads.map((payload) => {
      const id = readKeyID(payload);
      return id === undefined ? payload : this.decrypt(payload, id);
    });
  }

  /** Decrypts a history or a description in place. @throws PayloadUnreadable */
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
    const { salt, key } = this.deriveOwnKey(bytes);
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    const text = [cipher.update(ProtoPayload.encode(payload).finish()), cipher.final()];
    const data = Buffer.concat([Buffer.of(VERSION), salt, nonce, ...text, cipher.getAuthTag()]);
    return { metadata: { [ENCODING]: Buffer.from(ENCRYPTED), [KEY_ID]: Buffer.from(id) }, data };
  }

  /** Derives the key of this process, so that any number of processes may share the first key. */
  private deriveOwnKey(bytes: Uint8Array): { salt: Buffer; key: Buffer } {
    if (!this.current || this.current.left === 0) {
      const salt = randomBytes(SALT_BYTES);
      this.current = { salt, key: derive(bytes, salt), left: MAX_PAYLOADS_PER_SALT };
    }
    this.current.left -= 1;
    return this.current;
  }

  private decrypt({ data }: Payload, id: string): Payload {
    const key = this.settings.keys?.all.find((each) => each.id === id);
    if (!key) throw new PayloadUnreadable(`a payload names the key ${id}, and ${this.describeKeys()}`);
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

  private describeKeys(): string {
    if (this.keyIDs.length === 0) return 'TEMPORAL_PAYLOAD_KEY is not given to this process';
    return `TEMPORAL_PAYLOAD_KEY of this process has ${this.keyIDs.join(', ')} only`;
  }
}

function derive(key: Uint8Array, salt: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, PURPOSE, 32));
}

/** The id of the key of an encrypted payload; undefined for clear text. */
function readKeyID({ metadata }: Payload): string | undefined {
  const encoding = metadata?.[ENCODING];
  if (!encoding || Buffer.from(encoding).toString() !== ENCRYPTED) return undefined;
  return Buffer.from(metadata[KEY_ID] ?? []).toString();
}

function isEncrypted(node: object): node is Payload {
  const { metadata } = node as Record<string, unknown>;
  if (typeof metadata !== 'object' || metadata === null) return false;
  return (metadata as Record<string, unknown>)[ENCODING] instanceof Uint8Array && readKeyID(node) !== undefined;
}

/** The identity of a process in Temporal, with its payload keys, so that `doctor` finds processes without a key. */
export function encodeIdentity({ isWriting, keyIDs }: EncryptingCodec): string {
  const name = `${process.pid}@${hostname()}`;
  return keyIDs.length === 0 ? name : `${name} payloads:${isWriting ? 'write' : 'read'}:${keyIDs.join()}`;
}

/** The reverse of `encodeIdentity`. */
export function decodeIdentity(identity: string): { isWriting: boolean; keyIDs: string[] } {
  const [, mode, ids] = / payloads:(write|read):([0-9a-f,]+)$/.exec(identity) ?? [];
  return { isWriting: mode === 'write', keyIDs: ids?.split(',') ?? [] };
}
