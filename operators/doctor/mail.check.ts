import type { Environment } from '../../runtime/environment';
import { countRepeatedNotices } from '../../store/payments/chargeback/chargeback-notice';
import type { Database } from '../../store/postgres/database';
import { ok, warning, type DoctorCheck } from './finding';

/** Whether merchants receive notices. */
export function mailCheck(
  { SMTP_URL: url, MAIL_FROM: from }: Pick<Environment, 'SMTP_URL' | 'MAIL_FROM'>,
  database: Database,
): DoctorCheck {
  return {
    name: 'mail',
    needs: 'schema',
    look: async () => {
      if (url === undefined || from === undefined)
        return warning({ kind: 'mailNotSet', name: url === undefined ? 'SMTP_URL' : 'MAIL_FROM' });
      const [address, count] = [new URL(url).host, await countRepeatedNotices(database)];
      if (count > 0) return warning({ kind: 'mailWaits', address, count });
      return ok({ kind: 'mailSet', address, name: from });
    },
  };
}
