import { loadCodecEnvironment } from '../../runtime/environment';
import { createLogger } from '../../runtime/logger';
import { EncryptingCodec } from '../../runtime/payload-codec';
import { stopOnSignals } from '../../runtime/shutdown';
import { payloadKeys } from '../../security/payload-keys';
import { startCodecServer } from './server';
import { codecUrl, uiOrigins } from './where';

/** The codec server of Temporal UI, which holds only the payload keys. */
async function main(): Promise<void> {
  const environment = loadCodecEnvironment();
  const logger = createLogger({ process: 'codec', level: environment.LOG_LEVEL });
  const origins = uiOrigins(environment);
  const server = await startCodecServer({
    host: environment.CODEC_HOST,
    port: environment.CODEC_PORT,
    codec: new EncryptingCodec(payloadKeys(environment)),
    namespace: environment.TEMPORAL_NAMESPACE,
    origins,
    hostnames: [new URL(codecUrl(environment)).hostname],
    logger,
  });
  stopOnSignals({ logger, steps: [{ name: 'codec server', stop: () => server.stop() }] });
  logger.info({ port: server.port, origins }, 'the codec server is listening');
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
