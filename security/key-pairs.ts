import { Worker } from 'node:worker_threads';

/** An RSA key pair of a webhook. */
export interface KeyPair {
  /** Base64 of the X.509 SubjectPublicKeyInfo in DER, without PEM header. */
  publicKey: string;
  /** PEM of PKCS #8. Encrypted before it is stored. */
  privateKey: string;
}

interface Waiting {
  resolve: (pair: KeyPair) => void;
  reject: (error: Error) => void;
}

/** Source of the thread; a text, because it starts from TypeScript in tests and from the build otherwise. */
const THREAD = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { NodeRSA } = require(workerData.nodeRsa);
  parentPort.on('message', (bits) => {
    const key = new NodeRSA({ b: bits });
    parentPort.postMessage({
      publicKey: Buffer.from(key.exportKey('pkcs8-public-der')).toString('base64'),
      privateKey: key.exportKey('pkcs8-private-pem'),
    });
  });
`;

const KEY_BITS = 2_048;

/**
 * Generates key pairs ahead in a thread, because one takes up to half a second. One pair is kept ready. The thread does not keep the process
 * alive.
 */
export class KeyPairs {
  private readonly ready: KeyPair[] = [];
  private readonly waiting: Waiting[] = [];
  private ordered = 0;
  private thread: Worker | undefined;

  constructor(private readonly aheadCount = 1) {}

  get readyCount(): number {
    return this.ready.length;
  }

  /** Starts generating the pairs that are kept ready. */
  warmUp(): void {
    while (this.ordered + this.ready.length < this.aheadCount + this.waiting.length) this.order();
  }

  /** Returns a pair once. */
  async take(): Promise<KeyPair> {
    const pair = this.ready.shift() ?? this.next();
    this.warmUp();
    return pair;
  }

  private next(): Promise<KeyPair> {
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
  }

  private order(): void {
    this.ordered++;
    this.thread ??= this.startThread();
    if (this.waiting.length > 0) this.thread.ref();
    this.thread.postMessage(KEY_BITS);
  }

  private startThread(): Worker {
    const thread = new Worker(THREAD, { eval: true, workerData: { nodeRsa: require.resolve('node-rsa') } });
    thread.unref();
    thread.on('message', (pair: KeyPair) => this.receive(pair));
    thread.on('error', (error) => this.lose(error));
    return thread;
  }

  private receive(pair: KeyPair): void {
    this.ordered--;
    const first = this.waiting.shift();
    if (first) first.resolve(pair);
    else this.ready.push(pair);
    if (this.waiting.length === 0) this.thread?.unref();
  }

  /** Rejects the waiting calls; the next one starts another thread. */
  private lose(error: Error): void {
    this.thread = undefined;
    this.ordered = 0;
    for (const { reject } of this.waiting.splice(0)) reject(error);
  }
}

/** The pairs of this process. */
export const keyPairs = new KeyPairs();
