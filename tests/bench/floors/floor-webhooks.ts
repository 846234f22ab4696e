import { generateKeyPairSync, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { Pool } from 'undici';
import type { Row } from './floor-database';

const signAsync = promisify(sign) as unknown as (algorithm: string, data: Buffer, key: object) => Promise<Buffer>;

/** Signs and sends messages, those of an invoice one after another. */
export class FloorWebhooks {
  private readonly key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  private readonly queues = new Map<string, Promise<void>>();
  private endpoint: Pool | undefined;

  constructor(private readonly finish: (ids: string[]) => Promise<void>) {}

  open(url: string): string {
    this.endpoint = new Pool(new URL(url).origin, { connections: 32 });
    return '1';
  }

  send(invoiceID: string, rows: readonly Row[], bodies: readonly string[]): void {
    const sent = (this.queues.get(invoiceID) ?? Promise.resolve()).then(async () => {
      for (const [index, body] of bodies.entries()) await this.deliver(rows[index]?.id ?? '', Buffer.from(body));
      if (this.queues.get(invoiceID) === sent) this.queues.delete(invoiceID);
    });
    this.queues.set(invoiceID, sent);
  }

  private async deliver(id: string, body: Buffer): Promise<void> {
    const digest = (await signAsync('sha256', body, this.key)).toString('base64url');
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'content-signature': `alg=RS256; digest=${digest}`,
    };
    const answer = await this.endpoint?.request({ method: 'POST', path: '/', headers, body });
    await answer?.body.dump();
    await this.finish([id]);
  }
}
