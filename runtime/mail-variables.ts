import { z } from 'zod';

/** The server that sends mail to merchants. */
export const mailVariables = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an smtp(s):// URL' })
    .optional()
    .describe(
      'Mail server, `smtps://user:password@host`. Without it merchants are not notified of changed bank accounts and chargebacks',
    ),
  MAIL_FROM: z
    .email({ error: 'must be an e-mail address' })
    .optional()
    .describe('Sender of that mail; with SMTP_URL only'),
};
