/** Party and shops of `deploy/config/reference-data.yaml` for a local start and tests. Holds of the brief shop expire after five seconds. */
export const DEMO = { partyID: 'demo-party', shopID: 'demo-shop', briefHoldShopID: 'demo-shop-brief-hold' } as const;
