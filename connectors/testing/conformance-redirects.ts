import { serverThat } from './conformance-checks';
import { anOperation, type Conformance } from './connector-under-test';

const TIMEOUT_MS = 2_000;

/** Tests that an acquirer who answers with another host gets nothing sent there: neither cards nor credentials. */
export function testRedirects(conformance: Conformance): void {
  test.each([301, 302, 303, 307, 308])('a redirect by %i to another host is not followed', async (status) => {
    const other = await serverThat((response) => void response.end('{}'));
    const redirecting = await serverThat((response) => {
      response.writeHead(status, { Location: `${other.url}/taken` }).end('{}');
    });
    const connector = conformance.given.connectorAt(redirecting.url);
    const authorisation = { kind: 'authorise', operationID: anOperation('authorise') } as const;
    const wait = { timeoutMs: TIMEOUT_MS };
    try {
      for (const call of [
        () => connector.authorise(conformance.authorise(wait)),
        () => connector.capture({ ...conformance.follow(authorisation, 'capture'), ...wait }),
        () => connector.lookUp({ ...authorisation, ...wait }),
      ]) {
        const outcome = await call().catch(() => ({ kind: 'failed' }));
        expect(outcome.kind).not.toBe('approved');
      }
      expect(redirecting.paths).not.toEqual([]);
      expect(other.paths).toEqual([]);
    } finally {
      await Promise.all([other.stop(), redirecting.stop()]);
    }
  });
}
