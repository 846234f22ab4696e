/** Returns a device fingerprint for fraud detection; nothing is stored. */
export function fingerprint(): string {
  const { userAgent, language, hardwareConcurrency } = navigator;
  const { width, height, colorDepth } = screen;
  // The name of the zone takes Chrome too long, and this runs within the click.
  const zone = new Date(0).getTimezoneOffset();
  return [userAgent, language, hardwareConcurrency, width, height, colorDepth, zone].join('|').slice(0, 1000);
}
