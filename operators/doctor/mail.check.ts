import type { Environment } from '../../runtime/environment';
import { ok, warning, type DoctorCheck } from './finding';

/** Whether merchants receive notices of changed bank accounts. */
export function mailCheck({
  SMTP_URL: url,
  MAIL_FROM: from,
}: Pick<Environment, 'SMTP_URL' | 'MAIL_FROM'>): DoctorCheck {
  return {
    name: 'mail',
    look: async () =>
      Promise.resolve(
        url !== undefined && from !== undefined
          ? ok(`${new URL(url).host} sends mail of ${from}`)
          : warning(
              `${url === undefined ? 'SMTP_URL' : 'MAIL_FROM'} is not set: changed bank accounts are not announced to merchants`,
              'set SMTP_URL and MAIL_FROM; until then tell merchants yourself. See docs/settlement.md, “Changed bank accounts”',
            ),
      ),
  };
}
