import { connect, createServer, type Server } from 'node:net';
import { isReady } from '../services/platform-process';

const INTERVAL_MS = 10_000;
const FAILURES = 2;

interface Target {
  host: string;
  failures: number;
}

/** A TCP balancer that polls `/readyz` every ten seconds and removes a process after two failures. */
export class Balancer {
  private readonly targets: Target[] = [];
  private readonly timer = setInterval(() => void this.look(), INTERVAL_MS);
  private readonly server: Server;
  private turn = 0;

  constructor(private readonly port: number) {
    this.server = createServer((client) => {
      const fit = this.targets.filter(({ failures }) => failures < FAILURES);
      const target = fit[this.turn++ % fit.length];
      if (!target) return void client.destroy();
      const upstream = connect(port, target.host);
      client.pipe(upstream).pipe(client);
      client.on('error', () => upstream.destroy());
      upstream.on('error', () => client.destroy());
    });
  }

  listen(host: string): Promise<void> {
    return new Promise((resolve) => this.server.listen(this.port, host, resolve));
  }

  add(host: string): void {
    this.targets.push({ host, failures: 0 });
  }

  remove(host: string): void {
    const index = this.targets.findIndex((target) => target.host === host);
    if (index >= 0) this.targets.splice(index, 1);
  }

  private async look(): Promise<void> {
    for (const target of this.targets) {
      target.failures = (await isReady(`http://${target.host}:${this.port}/readyz`)) ? 0 : target.failures + 1;
    }
  }

  close(): void {
    clearInterval(this.timer);
    this.server.close();
  }
}
