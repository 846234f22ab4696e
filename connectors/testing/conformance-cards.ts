import { CardAnswerLost, VaultOutage } from '../card-errors';
import { NOTHING, type Conformance } from './connector-under-test';

/** Requests with cards are sent by the transport of their operation only. */
export function testCards(conformance: Conformance): void {
  test('without the vault a card is not sent, and the operation may be repeated', async () => {
    if (conformance.given.takesCards === false) return;
    const cardTransport = { send: () => Promise.reject(new VaultOutage()) };
    const request = conformance.authorise({ cardTransport });
    const { connector } = conformance.given;
    for (const method of conformance.storesCards ? (['authorise', 'verify'] as const) : (['authorise'] as const))
      await expect(connector[method](request)).rejects.toThrow(VaultOutage);
    expect(await conformance.given.readEffects({ ...request, kind: 'authorise' })).toEqual(NOTHING);
  });

  test('a response that the vault has lost is an unknown outcome', async () => {
    if (conformance.given.takesCards === false) return;
    const cardTransport = { send: () => Promise.reject(new CardAnswerLost('lost')) };
    expect(await conformance.given.connector.authorise(conformance.authorise({ cardTransport }))).toEqual({
      kind: 'unknown',
    });
  });
}
