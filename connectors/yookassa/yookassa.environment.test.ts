import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeConnector } from '../conformance';
import type { Recording } from '../testing/recording';
import { replayYooKassa, startYooKassaEnvironment } from './testing/yookassa-environment';
import { YooKassaStandIn } from './testing/yookassa-stand-in';
import { YOOKASSA_URL } from './yookassa.kind';

/*
 * Conformance with an acquirer of which only the published API is known: YooKassa's test shop, with the account of an
 * operator (docs/connectors/yookassa.md), else the stand-in in its place.
 */

const { YOOKASSA_SHOP_ID: id, YOOKASSA_SECRET_KEY: secret, YOOKASSA_TRY_URL: url = YOOKASSA_URL } = process.env;
const { CONNECTOR_RECORDING: file } = process.env;
const FOLDER = join(__dirname, 'recordings');

if (id !== undefined && secret !== undefined) {
  describeConnector('yookassa at its test shop', () =>
    startYooKassaEnvironment({
      ...{ shop: { id, secret }, url },
      openPage: (page) => void process.stderr.write(`\nConfirm this payment in a browser:\n${page}\n`),
      ...(file !== undefined && { keep: (run) => writeFileSync(file, JSON.stringify(run)) }),
    }),
  );
} else {
  let recorded: Recording | undefined;
  describeConnector('yookassa by its published API', async () => {
    const standIn = new YooKassaStandIn();
    const { book } = standIn;
    const environment = await startYooKassaEnvironment({
      shop: { id: '100500', secret: 'test_secret' },
      url: await standIn.start(),
      openPage: (_, operationID) => book.authorise(book.find(operationID)?.id ?? ''),
      keep: (recording) => (recorded = JSON.parse(JSON.stringify(recording)) as Recording),
    });
    return {
      ...environment,
      stop: async () => {
        await environment.stop();
        await standIn.stop();
        expect(standIn.problems).toEqual([]);
      },
    };
  });
  describeConnector('yookassa by a recording', async () => replayYooKassa(recorded as Recording));
  for (const name of existsSync(FOLDER) ? readdirSync(FOLDER) : [])
    describeConnector(`yookassa as recorded in ${name}`, async () =>
      replayYooKassa(JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Recording),
    );
}
