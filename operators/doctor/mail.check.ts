import type { Environment } from '../../runtime/environment';
import { ok, warning, type DoctorCheck } from './finding';

/** Whether merchants receive notices. */
export function mailCheck({
  SMTP_URL: url,
  MAIL_FROM: from,
}: Pick<Environment, 'SMTP_URL' | 'MAIL_FROM'>): DoctorCheck {
  return {
    name: 'mail',
    look: async () =>
      Promise.resolve(
        url !== undefined && from !== undefined
          ? ok({ kind: 'mailSet', address: new URL(url).host, name: from })
          : warning({ kind: 'mailNotSet', name: url === undefined ? 'SMTP_URL' : 'MAIL_FROM' }),
      ),
  };
}
