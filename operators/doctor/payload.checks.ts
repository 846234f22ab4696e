import type { Client } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import { deliveryTaskQueue, reportTaskQueue } from '../../workflow-names/workflow-messages';
import type { Environment } from '../../runtime/environment';
import { decodeIdentity, type EncryptingCodec } from '../../runtime/payload-codec';
import { codecUrl } from '../codec/where';
import { readPayloads, writePayloads } from '../codec/payload-json';
import { failure, ok, warning, type DoctorCheck, type CheckResult } from './finding';

export interface PayloadParts {
  environment: Pick<
    Environment,
    'TEMPORAL_NAMESPACE' | 'TEMPORAL_TASK_QUEUE_PREFIX' | 'TEMPORAL_PAYLOAD_KEY' | 'CODEC_URL' | 'CODEC_PORT'
  >;
  client: () => Promise<Client>;
  /** The codec of this process. */
  codec: () => Promise<EncryptingCodec>;
}

/** A polling worker is seen once a minute. */
const SEEN_WITHIN_SECONDS = 100;
const ANSWER_MS = 5_000;
const TYPES = [1, 2];
/** Among the names of workers. */
const THIS_PROCESS = 'doctor';

interface Reader {
  name: string;
  isWriting: boolean;
  keyIDs: readonly string[];
}

/** Checks that all processes and Temporal UI can read all payloads. */
export function payloadChecks(parts: PayloadParts): DoctorCheck[] {
  const keys: DoctorCheck = { name: 'payload keys', needs: 'engine', look: () => payloadKeys(parts) };
  if (parts.environment.TEMPORAL_PAYLOAD_KEY === undefined) return [keys];
  return [keys, { name: 'codec server', needs: 'engine', look: () => codecServer(parts) }];
}

async function payloadKeys(parts: PayloadParts): Promise<CheckResult> {
  const { isWriting, keyIDs } = await parts.codec();
  const readers = [...(await workers(parts)), { name: THIS_PROCESS, isWriting, keyIDs }];
  const written = [...new Set(readers.flatMap((reader) => (reader.isWriting ? reader.keyIDs.slice(0, 1) : [])))];
  const [first] = written;
  if (first === undefined) return ok({ kind: 'payloadsNotEncrypted', names: keyIDs });
  const blind = readers.flatMap(({ name, keyIDs: own }) =>
    written.filter((key) => !own.includes(key)).map((key) => ({ id: name, name: key })),
  );
  if (blind.length > 0) return failure({ kind: 'payloadKeysMissing', items: blind });
  const inClear = readers.filter((reader) => !reader.isWriting);
  if (written.length === 1 && inClear.length === 0) return ok({ kind: 'payloadsEncrypted', name: first });
  return warning({ kind: 'payloadKeysDiffer', names: written, items: inClear.map(({ name: id }) => ({ id })) });
}

/** Lists the distinct polling workers with their keys, which their identities contain. */
async function workers({ client, environment }: PayloadParts): Promise<Reader[]> {
  const { TEMPORAL_NAMESPACE: namespace, TEMPORAL_TASK_QUEUE_PREFIX: prefix } = environment;
  const engine = await client();
  const identities = new Set<string>();
  for (const name of [prefix, deliveryTaskQueue(prefix), reportTaskQueue(prefix)]) {
    for (const taskQueueType of TYPES) {
      const { pollers } = await engine.withDeadline(Date.now() + ANSWER_MS, () =>
        engine.workflowService.describeTaskQueue({ namespace, taskQueue: { name }, taskQueueType }),
      );
      for (const { identity, lastAccessTime } of pollers ?? []) {
        const age = Date.now() / 1_000 - Number(lastAccessTime?.seconds);
        if (age < SEEN_WITHIN_SECONDS) identities.add(identity ?? '');
      }
    }
  }
  return [...identities].map((identity) => {
    return { name: identity.split(' ')[0] ?? '', ...decodeIdentity(identity) };
  });
}

/** Lets it decode a payload encrypted here, which proves availability, access and keys. */
async function codecServer({ environment, codec }: PayloadParts): Promise<CheckResult> {
  const address = codecUrl(environment);
  const probe = `probe ${Date.now()}`;
  const body = writePayloads(await (await codec()).encode([defaultPayloadConverter.toPayload(probe)]));
  try {
    const answer = await fetch(`${address}/decode`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Namespace': environment.TEMPORAL_NAMESPACE },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const text = await answer.text();
    const { status } = answer;
    if (status !== 200) return warning({ kind: 'codecRefuses', address, status, text: text.slice(0, 200) });
    const [payload = {}] = readPayloads(text);
    return defaultPayloadConverter.fromPayload(payload) === probe
      ? ok({ kind: 'codecDecodes', address })
      : warning({ kind: 'codecFails', address });
  } catch {
    return warning({ kind: 'codecAway', address });
  }
}
