import type { Environment } from '../../runtime/environment';
import { openVaultClient } from '../../vault/client/open-client';
import { checkCertificate } from './certificate.check';
import { failure, ok, warning, type CheckResult, type DoctorCheck } from './finding';

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
  const { VAULT_URL: url } = settings;
  if (settings.VAULT_TLS_CERT === undefined)
    return failure('VAULT_TLS_CERT is missing', 'see docs/vault.md, “Certificates”');
  const client = openVaultClient(settings);
  try {
    const { state, missingShares, currentKey, cardsByKey } = await client.status();
    if (state === 'locked') {
      const remedy = 'custodians run `npm run holdfast -- vault unlock`; until then payments by card wait';
      return failure(`${url} is locked: ${missingShares} shares are missing`, remedy);
    }
    const others = Object.entries(cardsByKey).filter(([key]) => key !== currentKey);
    const count = others.reduce((sum, [, cards]) => sum + cards, 0);
    if (count === 0) return ok(`${url} is ready; all cards are under the key ${currentKey}`);
    return warning(
      `${count} cards are under older keys`,
      'run `npm run holdfast -- vault rotate`, then remove the older keys',
    );
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return failure(
      `${url}: ${why}`,
      'start the vault, or fix VAULT_URL and VAULT_TLS_*. Until then payments by card wait',
    );
  } finally {
    await client.close();
  }
}
