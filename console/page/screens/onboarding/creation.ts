import { useCallback, useRef, useState } from 'react';
import { callOperators, type Schemas } from '../../api/client';

type StepName = 'account' | 'configuration' | 'limit' | 'key';
type StepState = 'waiting' | 'running' | 'done' | 'failed';

export interface CreationPlan {
  partyID: string;
  reason: string;
  file: object;
  /** Missing where the routes name existing accounts. */
  account?: object | undefined;
  limit?: object | undefined;
  /** Missing where the person may not create keys. */
  key?: { name: string; scopes: string[] } | undefined;
}

export interface MerchantCreation {
  steps: { name: StepName; state: StepState }[];
  error?: unknown;
  secret?: string;
  isDone: boolean;
  run: () => Promise<void>;
}

/** Creates a merchant step by step; after a failure it continues where it stopped, and no step doubles anything. */
export function useCreation(plan: CreationPlan): MerchantCreation {
  const names: StepName[] = [
    ...(plan.account ? (['account'] as const) : []),
    'configuration',
    ...(plan.limit ? (['limit'] as const) : []),
    ...(plan.key ? (['key'] as const) : []),
  ];
  const [done, setDone] = useState<StepName[]>([]);
  const [running, setRunning] = useState<StepName>();
  const [failed, setFailed] = useState<{ name: StepName; error: unknown }>();
  const [secret, setSecret] = useState<string>();
  const keyRequestedMs = useRef<number>(undefined);
  const run = useCallback(async (): Promise<void> => {
    setFailed(undefined);
    for (const name of names.filter((each) => !done.includes(each))) {
      setRunning(name);
      try {
        const created = name === 'key' ? await createKey(plan, keyRequestedMs) : await runStep(name, plan);
        if (created !== undefined) setSecret(created);
        setDone((before) => [...before, name]);
      } catch (error) {
        setFailed({ name, error });
        return;
      } finally {
        setRunning(undefined);
      }
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the names follow from the plan
  }, [plan, done]);
  const stateOf = (name: StepName): StepState => {
    if (done.includes(name)) return 'done';
    if (running === name) return 'running';
    return failed?.name === name ? 'failed' : 'waiting';
  };
  return {
    steps: names.map((name) => ({ name, state: stateOf(name) })),
    ...(failed ? { error: failed.error } : {}),
    ...(secret === undefined ? {} : { secret }),
    isDone: names.every((name) => done.includes(name)),
    run,
  };
}

async function runStep(name: Exclude<StepName, 'key'>, plan: CreationPlan): Promise<undefined> {
  const { partyID, reason, account, file, limit = {} } = plan;
  if (name === 'account') {
    await callOperators('/connector-accounts', { method: 'POST', body: { ...account, reason } });
  } else if (name === 'configuration') {
    await callOperators('/reference/load', { method: 'POST', body: { data: file, reason } });
  } else {
    await callOperators(`${pathOf(partyID)}/request-limit`, { method: 'PUT', body: limit });
  }
  return undefined;
}

const pathOf = (partyID: string): string => `/parties/${encodeURIComponent(partyID)}`;

/** Clocks of the browser and the platform may differ by this much. */
const MAX_CLOCK_ERROR_MS = 60_000;

/** A key whose secret was lost with the answer to the first request is replaced, so that no unknown key is left. */
async function createKey(
  plan: CreationPlan,
  requestedMs: { current: number | undefined },
): Promise<string | undefined> {
  const { key, partyID } = plan;
  if (!key) return undefined;
  const path = `${pathOf(partyID)}/api-keys`;
  const sinceMs = requestedMs.current;
  requestedMs.current ??= Date.now();
  if (sinceMs !== undefined) {
    const { keys } = await callOperators<Schemas['PartyKeys']>(path);
    const isLost = ({ name, revokedAt, lastUsedAt, createdAt }: Schemas['PartyKey']): boolean =>
      name === key.name &&
      revokedAt === null &&
      lastUsedAt === null &&
      Date.parse(createdAt) > sinceMs - MAX_CLOCK_ERROR_MS;
    const lost = keys.find(isLost);
    if (lost) {
      const rotate = `/api-keys/${encodeURIComponent(lost.id)}/rotate`;
      const call = { method: 'POST', body: { overlapSeconds: 0 } } as const;
      return (await callOperators<Schemas['RotatedPartyKey']>(rotate, call)).created.apiKey;
    }
  }
  return (await callOperators<Schemas['CreatedPartyKey']>(path, { method: 'POST', body: key })).apiKey;
}
