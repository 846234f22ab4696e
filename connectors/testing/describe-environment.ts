import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserRequest } from '../../domain/payments/payment/user-interaction';
import { describeConnector } from '../conformance';
import {
  CALLBACK_PORT,
  replayEnvironment,
  startEnvironment,
  type AcquirerEnvironment,
  type Receive,
  type TestCredentials,
} from './environment';
import { listenForCallbacks } from './callback-server';
import type { Recording } from './recording';

/** A stand-in in the place of the acquirer. */
export interface StandInOfEnvironment {
  url: string;
  /** The payer confirms a payment. */
  confirm: (operationID: string, page: BrowserRequest, receive: Receive) => Promise<void> | void;
  /** Gets where callbacks go. */
  listen?: (receive: Receive) => void;
  /** Differences from the published API. */
  problems?: readonly string[];
  stop(): Promise<void>;
}

type BrowserPost = Extract<BrowserRequest, { requestType: 'BrowserPostRequest' }>;

/** What `scripts/connector-try.mjs` gives. */
interface Tried {
  name: string;
  credentials: TestCredentials;
  url: string;
  /** Where the run is kept. */
  recording: string;
}

/**
 * Conformance with an acquirer of which only the published API is known: its test environment, with the account of an operator, else
 * the stand-in in its place, whose run is recorded and repeated, and the runs recorded before.
 */
export function describeEnvironment(
  environment: AcquirerEnvironment,
  startStandIn: () => Promise<StandInOfEnvironment>,
): void {
  const { name, lagMs = 0 } = environment;
  const tried = JSON.parse(process.env['CONNECTOR_TRY'] ?? '{}') as Partial<Tried>;
  if (tried.name === name) return describeTried(environment, tried as Tried);
  let recorded: Recording | undefined;
  describeConnector(`${name} by its published API`, async () => {
    const standIn = await startStandIn();
    const given = await startEnvironment(environment, {
      credentials: environment.credentials,
      url: standIn.url,
      openPage: (page, operationID, receive) => standIn.confirm(operationID, page, receive),
      listen: async (receive) => {
        standIn.listen?.(receive);
        return () => undefined;
      },
      patience: { waitMs: Math.min(lagMs, 2_000), pauseMs: 10 },
      keep: (recording) => (recorded = JSON.parse(JSON.stringify(recording)) as Recording),
    });
    return {
      ...given,
      stop: async () => {
        await given.stop();
        await standIn.stop();
        expect(standIn.problems ?? []).toEqual([]);
        for (const secret of secretsIn(environment, recorded))
          expect(JSON.stringify(recorded).includes(secret)).toBe(false);
      },
    };
  });
  describeConnector(`${name} by a recording`, async () => replayEnvironment(environment, recorded as Recording));
  const folder = join('connectors', name, 'recordings');
  for (const file of existsSync(folder) ? readdirSync(folder) : [])
    describeConnector(`${name} as recorded in ${file}`, async () =>
      replayEnvironment(environment, JSON.parse(readFileSync(join(folder, file), 'utf8')) as Recording),
    );
}

function secretsIn(environment: AcquirerEnvironment, recorded: Recording | undefined): string[] {
  const { credentials, approvedTool, declinedTool, interactionTool } = environment;
  const cards = [approvedTool, declinedTool, interactionTool].map(
    (tool) => ('cardNumber' in tool && tool.cardNumber) || [],
  );
  const secret = Object.entries(credentials).filter(([name]) => !Object.hasOwn(recorded?.account ?? {}, name));
  return [...cards.flat(), ...secret.map(([, value]) => value)];
}

function describeTried(environment: AcquirerEnvironment, { credentials, url, recording: file }: Tried): void {
  describeConnector(`${environment.name} at its test environment`, () =>
    startEnvironment(environment, {
      ...{ credentials, url, patience: { waitMs: environment.lagMs ?? 0, pauseMs: 1_000 } },
      openPage: (page) => {
        const address = page.requestType === 'BrowserGetRequest' ? page.uriTemplate : writePage(page, `${file}.html`);
        process.stderr.write(`\nConfirm this payment in a browser:\n${address}\n`);
      },
      listen: (receive) => listenForCallbacks(receive, CALLBACK_PORT),
      keep: (run) => writeFileSync(file, JSON.stringify(run)),
    }),
  );
}

/** Writes a page that posts the form. @returns its address */
function writePage({ uriTemplate, form }: BrowserPost, file: string): string {
  const quote = (text: string) => `"${text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
  const fields = form.map(({ key, template }) => `<input name=${quote(key)} value=${quote(template)}>`).join('');
  writeFileSync(file, `<form method="post" action=${quote(uriTemplate)}>${fields}<button>Confirm</button></form>`);
  return pathToFileURL(file).href;
}
