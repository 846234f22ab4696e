import type { Environment } from '../../runtime/environment';
import { openVaultClient } from '../../vault/client/open-client';
import { checkCertificate } from './certificate.check';
import { errorText, failure, ok, warning, type CheckResult, type DoctorCheck } from './finding';

type Settings = Pick<Environment, 'VAULT_URL' | 'VAULT_TLS_CA' | 'VAULT_TLS_CERT' | 'VAULT_TLS_KEY'>;

/** Checks of the vault of cards and of the certificates for it. */
export function vaultChecks(settings: Settings): DoctorCheck[] {
  const certificates = (['VAULT_TLS_CERT', 'VAULT_TLS_CA'] as const).flatMap((name) => {
    const file = settings[name];
    return file === undefined ? [] : [{ name, look: async () => checkCertificate(file) }];
  });
  return [{ name: 'vault', look: () => checkVault(settings) }, ...certificates];
}

async function checkVault(settings: Settings): Promise<CheckResult> {
  const { VAULT_URL: address = '' } = settings;
  if (settings.VAULT_TLS_CERT === undefined) return failure({ kind: 'vaultWithoutCertificate' });
  const client = openVaultClient(settings);
  try {
    const { state, missingShares, currentKey, cardsByKey } = await client.status();
    if (state === 'locked') return failure({ kind: 'vaultLocked', address, count: missingShares });
    const others = Object.entries(cardsByKey).filter(([key]) => key !== currentKey);
    const count = others.reduce((sum, [, cards]) => sum + cards, 0);
    if (count > 0) return warning({ kind: 'vaultOlderKeys', count });
    return ok({ kind: 'vaultReady', address, name: currentKey ?? '' });
  } catch (error) {
    return failure({ kind: 'vaultAway', address, text: errorText(error) });
  } finally {
    await client.close();
  }
}
