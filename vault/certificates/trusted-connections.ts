import { X509Certificate } from 'node:crypto';
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import type { Server } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { Logger } from '../../runtime/logger';

/** Files, PEM but for the last. */
export interface TlsFiles {
  /** The authority of all certificates. */
  ca: string;
  cert: string;
  key: string;
  /** SHA-256 fingerprints of certificates that are no longer valid, one a line; `#` begins a comment. */
  revoked?: string | undefined;
}

const POLL_MS = 1_000;
const FINGERPRINT = /^[\da-f]{64}$/;

/** The certificates of a server. Changed files take effect without a restart, also for open connections. */
export class TrustedConnections {
  private readonly sockets = new Set<TLSSocket>();
  private current: ReturnType<typeof readFiles>;
  private readonly onChange = (): void => this.reload();
  private server: Server | undefined;

  constructor(private readonly parts: { files: TlsFiles; logger: Logger }) {
    this.current = readFiles(parts.files);
  }

  get options() {
    const { ca, cert, key } = this.current;
    return { ca, cert, key, minVersion: 'TLSv1.3' as const };
  }

  watch(server: Server): void {
    this.server = server;
    server.on('secureConnection', (socket: TLSSocket) => {
      if (this.isRevoked(socket)) return void socket.destroy();
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
    for (const file of this.paths()) watchFile(file, { interval: POLL_MS, persistent: false }, this.onChange);
  }

  stop(): void {
    for (const file of this.paths()) unwatchFile(file, this.onChange);
  }

  /** Files that do not fit each other, because only some are replaced yet, leave everything as it was. */
  private reload(): void {
    const { files, logger } = this.parts;
    try {
      const read = readFiles(files);
      const { ca, cert, key } = read;
      this.server?.setSecureContext({ ca, cert, key, minVersion: 'TLSv1.3' });
      this.current = read;
    } catch (error) {
      return logger.error({ err: error }, 'changed certificates could not be read yet: the earlier ones are used');
    }
    const refused = [...this.sockets].filter((socket) => this.isRevoked(socket) || !this.isIssued(socket));
    for (const socket of refused) socket.destroy();
    logger.info({ closedConnections: refused.length }, 'certificates were read again');
  }

  private isRevoked(socket: TLSSocket): boolean {
    const fingerprint = socket.getPeerX509Certificate()?.fingerprint256;
    return fingerprint === undefined || this.current.revoked.has(normalise(fingerprint));
  }

  /** Whether one of the present authorities has issued the certificate. */
  private isIssued(socket: TLSSocket): boolean {
    const certificate = socket.getPeerX509Certificate();
    return this.current.authorities.some(
      (authority) => certificate?.checkIssued(authority) && certificate.verify(authority.publicKey),
    );
  }

  private paths(): string[] {
    return Object.values(this.parts.files).filter((file): file is string => file !== undefined);
  }
}

function readFiles({ ca, cert, key, revoked }: TlsFiles) {
  const read = (file: string): string => readFileSync(file, 'utf8');
  const authorityText = read(ca);
  return {
    ...{ ca: authorityText, cert: read(cert), key: read(key) },
    authorities: splitCertificates(authorityText),
    revoked: new Set(revoked === undefined ? [] : readFingerprints(read(revoked))),
  };
}

function splitCertificates(text: string): X509Certificate[] {
  const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return found.map((certificate) => new X509Certificate(certificate));
}

/** @throws Error for another line, so that a mistake revokes nothing silently */
function readFingerprints(text: string): string[] {
  const lines = text.split('\n').map((line) => normalise(line.replace(/#.*/, '')));
  const known = lines.filter((line) => line !== '');
  const wrong = known.find((line) => !FINGERPRINT.test(line));
  if (wrong !== undefined) throw new Error('the file of revoked certificates has a line without a SHA-256 fingerprint');
  return known;
}

function normalise(fingerprint: string): string {
  return fingerprint.replace(/^.*=/, '').replace(/[:\s]/g, '').toLowerCase();
}
