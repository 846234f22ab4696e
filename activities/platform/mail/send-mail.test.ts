import { createServer, type Socket } from 'node:net';
import { listenLocally } from '../../../tests/harness/local-server';
import { MailServer } from '../../../tests/harness/mail-server';
import { sendMail, withMailSlot } from './send-mail';

const send = (SMTP_URL: string, ...others: string[]) => {
  const mail = { SMTP_URL, MAIL_FROM: 'holdfast@pay.example' };
  const message = {
    id: 'chargeback-notice/1',
    emails: ['anna@shop.example', ...others],
    subject: 'Subject',
    text: 'Text',
  };
  return withMailSlot(mail, () => sendMail(mail, message));
};

test('a burst of messages to a silent mail server holds eight slots, which become free', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
  const url = (await listenLocally(silent)).replace('http', 'smtp');
  const burst = Array.from({ length: 200 }, () => send(url).catch(({ type }: { type: string }) => type));
  const refused = burst.slice(8);
  expect(new Set(await Promise.all(refused))).toEqual(new Set(['MailBusy']));
  while (sockets.length < 8) await new Promise((done) => setTimeout(done, 10));
  await expect(send(url)).rejects.toMatchObject({ type: 'MailBusy', nonRetryable: false });
  expect(sockets).toHaveLength(8);

  for (const socket of sockets) socket.destroy();
  expect(new Set(await Promise.all(burst.slice(0, 8)))).toEqual(new Set(['MailServer']));
  silent.close();
  const server = new MailServer();
  await server.start();
  expect(await send(server.url)).toBe('sent');
  expect(await send(server.url, 'unknown@shop.example')).toBe('sentToSome');
  await server.stop();
});
