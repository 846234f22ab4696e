// Requests a running site's pages at a steady rate: node dist/web/measure/load.js http://127.0.0.1:3000
//
// RATE (200) requests per second for SECONDS (20) over the sitemap, after the site is ready; prints times to the last byte.
import { Agent, get } from 'node:http';

const [base = 'http://127.0.0.1:3000'] = process.argv.slice(2);
const rate = Number(process.env['RATE'] ?? 200);
const seconds = Number(process.env['SECONDS'] ?? 20);
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

async function main(): Promise<void> {
  while (!(await fetch(`${base}/readyz`)).ok) await new Promise((done) => setTimeout(done, 50));
  const sitemap = await (await fetch(`${base}/sitemap.xml`)).text();
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
  const times = (await requestAll(paths)).sort((a, b) => a - b);
  const at = (share: number) => Math.round((times[Math.floor((times.length - 1) * share)] ?? NaN) * 10) / 10;
  console.table([
    {
      pages: paths.length,
      requests: times.length,
      'p50 ms': at(0.5),
      'p95 ms': at(0.95),
      'p99 ms': at(0.99),
      'max ms': at(1),
    },
  ]);
  agent.destroy();
}

function requestAll(paths: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  const started = performance.now();
  return new Promise((done, fail) => {
    let requested = 0;
    const timer = setInterval(() => {
      // Timers are late under load, so all due requests are sent to keep the rate.
      const due = Math.min(rate * seconds, Math.floor(((performance.now() - started) / 1000) * rate));
      for (; requested < due; requested += 1)
        request(paths[requested % paths.length]!).then((ms) => times.push(ms), fail);
      if (requested < rate * seconds || times.length < requested) return;
      clearInterval(timer);
      done(times);
    }, 2);
  });
}

function request(path: string): Promise<number> {
  const from = performance.now();
  return new Promise((done, fail) => {
    get(base + path, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
      if (response.statusCode !== 200) fail(new Error(`${path} answered ${response.statusCode}`));
      response.resume().on('end', () => done(performance.now() - from));
    }).on('error', fail);
  });
}

void main();
