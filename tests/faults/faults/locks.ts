import { setTimeout as sleep } from 'node:timers/promises';
import { Custodians, withOperator } from '../../harness/custodians';
import { startPlatform, type Platform } from '../../harness/platform';
import { repeatedly, type Experiment, type Scene } from '../experiment';
import type { Random } from '../../harness/random';
import { undoing } from '../undo';
import { OwnWorld } from '../world';

/** A vault whose custodians have not unlocked it after a restart, and a rotation of its keys, both under load. */

const LOAD = { payments: 8, wallets: 4 } as const;
const RULE = 'a locked vault delays and refuses, and loses nothing';
/** Of the first card after the unlock. */
const MAX_READY_MS = 5_000;

const custodiansOf = new WeakMap<Platform, Custodians>();

async function withCustodians(random: Random): Promise<OwnWorld> {
  const custodians = new Custodians();
  const platform = await startPlatform({ temporal: 'own', environment: custodians.environment });
  custodiansOf.set(platform, custodians);
  try {
    await custodians.unlock(platform);
  } catch (error) {
    await platform.stop();
    throw error;
  }
  return OwnWorld.on(platform, random);
}

function getCustodians({ world }: Scene): Custodians {
  const custodians = custodiansOf.get(world.platform);
  if (!custodians) throw new Error('the vault of this platform has no custodians');
  return custodians;
}

async function lockRepeatedly(scene: Scene): Promise<void> {
  await repeatedly(scene, [500, 3_000], async () => scene.isOver() || lock(scene));
  await verifyAudit(scene);
}

/** Restarts the vault. Half of the key leaves it locked. */
async function lock(scene: Scene): Promise<void> {
  const { platform } = scene.world;
  const custodians = getCustodians(scene);
  await platform.processes.vault.kill();
  await platform.processes.vault.start();
  scene.count();
  await undoing(
    () => custodians.unlock(platform),
    async () => {
      await expectRefusal(scene);
      await sleep(scene.random.int(1_000, 6_000));
      const { missingShares } = await custodians.unlockHalf(platform);
      if (missingShares !== 1) scene.accuse({ rule: RULE, where: 'unlock', found: `${missingShares} shares missing` });
      await expectRefusal(scene);
    },
  );
  const beganMs = performance.now();
  while ((await enterCard(scene)).status !== 201) {
    if (performance.now() - beganMs < MAX_READY_MS) continue;
    return scene.accuse({ rule: RULE, where: 'payment-resources', found: 'no card was accepted after the unlock' });
  }
}

async function expectRefusal(scene: Scene): Promise<void> {
  const { status, retryAfter } = await enterCard(scene);
  if (status === 503 && /^\d+$/.test(retryAfter ?? '')) return;
  const found = `${status}, Retry-After: ${retryAfter}, and not 503 with a number`;
  scene.accuse({ rule: RULE, where: 'payment-resources', found });
}

async function enterCard({ world }: Scene): Promise<{ status: number; retryAfter: string | null }> {
  const { apiUrl, demo } = world.situation;
  const answer = await fetch(`${apiUrl}/v2/processing/payment-resources`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      authorization: `Bearer ${demo.apiKey}`,
      'x-request-id': `locks-${performance.now()}`,
    },
    body: JSON.stringify({
      paymentTool: { paymentToolType: 'CardData', cardNumber: '4242424242424242', expDate: '12/29', cvv: '739' },
      clientInfo: { fingerprint: 'browser' },
    }),
  });
  await answer.arrayBuffer();
  return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
}

async function rotateRepeatedly(scene: Scene): Promise<void> {
  let total = 0;
  await repeatedly(scene, [500, 3_000], async () => {
    const { rewrapped, status } = await getCustodians(scene).rotate(scene.world.platform);
    scene.count();
    total += rewrapped;
    const keys = Object.keys(status.cardsByKey);
    if (keys.length !== 1 || keys[0] !== status.currentKey) {
      scene.accuse({ rule: 'a rotation leaves one key', where: 'the vault', found: keys.join(', ') });
    }
  });
  scene.note(`${total} keys rewrapped`);
  await verifyAudit(scene);
}

async function verifyAudit(scene: Scene): Promise<void> {
  const { brokenAt } = await withOperator(scene.world.platform, (client) => client.verifyAudit());
  if (brokenAt === undefined) return;
  scene.accuse({ rule: 'the audit log of the vault is a chain', where: 'audit_log', found: `broken at ${brokenAt}` });
}

export const locks: readonly Experiment[] = [
  {
    name: 'lock-vault',
    title: 'the card vault locked after kill -9, until both custodians unlock it',
    load: LOAD,
    seconds: { whole: 45 },
    ownWorld: withCustodians,
    fault: lockRepeatedly,
  },
  {
    name: 'rotate-vault',
    title: 'new keys of the card vault, one rotation after the other',
    load: LOAD,
    seconds: { whole: 30 },
    ownWorld: withCustodians,
    fault: rotateRepeatedly,
  },
];
