import { useCallback, useState } from 'react';
import { callOperators, type Schemas } from '../../api/client';
import { takeSecret, untilExecuted } from '../../parts/approved-key';

type StepName = 'configuration' | 'limit' | 'key';
type StepState = 'waiting' | 'running' | 'approval' | 'done' | 'failed';

/** A key whose creation was requested from this page. */
export interface RequestedKey {
  partyID: string;
  name: string;
  sinceMs: number;
}

export interface CreationPlan {
  partyID: string;
  reason: string;
  file: object;
  limit?: object | undefined;
  /** Missing where the person may not create keys. */
  key?: { name: string; scopes: string[] } | undefined;
  /** Outlives a return to the form, after which the lost key still counts. */
  requestedKeys: RequestedKey[];
}

export interface MerchantCreation {
  steps: { name: StepName; state: StepState }[];
  error?: unknown;
  secret?: string | undefined;
  isDone: boolean;
  run: () => Promise<void>;
}

/** Creates a merchant step by step; after a failure it continues where it stopped, and no step doubles anything. */
export function useCreation(plan: CreationPlan): MerchantCreation {
  const names: StepName[] = [
    'configuration',
    ...(plan.limit ? (['limit'] as const) : []),
    ...(plan.key ? (['key'] as const) : []),
  ];
  const [done, setDone] = useState<StepName[]>([]);
  const [running, setRunning] = useState<StepName>();
  const [isWaiting, setWaiting] = useState(false);
  const [failed, setFailed] = useState<{ name: StepName; error: unknown }>();
  const [secret, setSecret] = useState<string>();
  const run = useCallback(async (): Promise<void> => {
    setFailed(undefined);
    for (const name of names.filter((each) => !done.includes(each))) {
      setRunning(name);
      try {
        const created = name === 'key' ? await createKey(plan, setWaiting) : await runStep(name, plan, setWaiting);
        if (created !== undefined) setSecret(created);
        setDone((before) => [...before, name]);
      } catch (error) {
        setFailed({ name, error });
        return;
      } finally {
        setRunning(undefined);
        setWaiting(false);
      }
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the names follow from the plan
  }, [plan, done]);
  const stateOf = (name: StepName): StepState => {
    if (done.includes(name)) return 'done';
    if (running === name) return isWaiting ? 'approval' : 'running';
    return failed?.name === name ? 'failed' : 'waiting';
  };
  return {
    steps: names.map((name) => ({ name, state: stateOf(name) })),
    error: failed?.error,
    secret,
    isDone: names.every((name) => done.includes(name)),
    run,
  };
}

async function runStep(
  name: Exclude<StepName, 'key'>,
  plan: CreationPlan,
  setWaiting: (isWaiting: boolean) => void,
): Promise<undefined> {
  const { partyID, reason, file, limit = {} } = plan;
  if (name === 'configuration') {
    await untilExecuted(
      await callOperators('/reference/load', { method: 'POST', body: { data: file, reason } }),
      setWaiting,
    );
  } else {
    await callOperators(`${pathOf(partyID)}/request-limit`, { method: 'PUT', body: limit });
  }
  return undefined;
}

const pathOf = (partyID: string): string => `/parties/${encodeURIComponent(partyID)}`;

/** Clocks of the browser and the platform may differ by this much. */
const MAX_CLOCK_ERROR_MS = 60_000;

/** A key whose secret was lost with an earlier answer is revoked first, so that no unknown key is left. */
async function createKey(
  { key, partyID, reason, requestedKeys }: CreationPlan,
  setWaiting: (isWaiting: boolean) => void,
): Promise<string | undefined> {
  if (!key) return undefined;
  for (const requested of requestedKeys) await revokeLost(requested, reason);
  const { name } = key;
  if (!requestedKeys.some((each) => each.partyID === partyID && each.name === name)) {
    requestedKeys.push({ partyID, name, sinceMs: Date.now() });
  }
  const call = { method: 'POST', body: { ...key, reason } } as const;
  return takeSecret(await callOperators<Schemas['CreatedPartyKey']>(`${pathOf(partyID)}/api-keys`, call), setWaiting);
}

async function revokeLost({ partyID, name, sinceMs }: RequestedKey, reason: string): Promise<void> {
  const { keys } = await callOperators<Schemas['PartyKeys']>(`${pathOf(partyID)}/api-keys`);
  for (const { id, revokedAt, lastUsedAt, createdAt, ...key } of keys) {
    const isUnused = revokedAt === null && lastUsedAt === null && key.name === name;
    if (!isUnused || Date.parse(createdAt) < sinceMs - MAX_CLOCK_ERROR_MS) continue;
    await callOperators(`/api-keys/${encodeURIComponent(id)}/revoke`, { method: 'POST', body: { reason } });
  }
}
