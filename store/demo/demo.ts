/**
 * The party and shops of `config/reference-data.yaml` that a local start and the tests use; holds of the brief shop last
 * five seconds, to be seen expiring.
 */
export const DEMO = { partyID: 'demo-party', shopID: 'demo-shop', briefHoldShopID: 'demo-shop-brief-hold' } as const;
