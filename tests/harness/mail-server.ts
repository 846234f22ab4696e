import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerAddress } from 'smtp-server';

/** A real mail server that keeps what it takes. */
export class MailServer {
  readonly mails: { to: string[]; source: string }[] = [];
  /** Takes the next message and breaks the connection. */
  losesAnswer = false;
  /** Knows no address; otherwise all but `unknown@…`. */
  isRefusing = false;
  /** Called for each message before the server answers. */
  onMail: () => void = () => undefined;
  /** So many of the next addresses are to be tried later. */
  deferrals = 0;
  port = 0;
  private server: SMTPServer | undefined;

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Listens again where it did before. */
  async start(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      onRcptTo: ({ address }, _, done) => {
        if (this.isRefusing || address.startsWith('unknown@'))
          return done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }));
        if (this.deferrals-- > 0) return done(Object.assign(new Error('try later'), { responseCode: 451 }));
        done();
      },
      onData: (stream, session, done) => {
        void text(stream).then((source) => {
          const to = session.envelope.rcptTo.map(({ address }: SMTPServerAddress) => address);
          this.mails.push({ to, source });
          this.onMail();
          if (!this.losesAnswer) return done();
          this.losesAnswer = false;
          for (const connection of server.connections)
            (connection as { _socket: { destroy(): void } })._socket.destroy();
        });
      },
    });
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.server.address() as AddressInfo).port;
    this.server = server;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => (this.server ? this.server.close(() => resolve()) : resolve()));
  }
}

export function readMailBody({ source }: { source: string }): string {
  return Buffer.from(source.slice(source.indexOf('\r\n\r\n')), 'base64').toString('utf8');
}
