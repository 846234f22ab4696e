/** Describes the browser as 3-D Secure 2 asks for it; the server adds the headers. */
export function browser(): object {
  const { width, height, colorDepth } = screen;
  const { language } = navigator;
  return {
    // Some browsers write it otherwise than BCP 47.
    ...(/^[A-Za-z0-9-]{1,35}$/.test(language) && { language }),
    screenWidth: width,
    screenHeight: height,
    colorDepth,
    timeZoneOffset: new Date().getTimezoneOffset(),
  };
}

/** Returns a device fingerprint for fraud detection; nothing is stored. */
export function fingerprint(): string {
  const { userAgent, language, hardwareConcurrency } = navigator;
  const { width, height, colorDepth } = screen;
  // The name of the zone takes Chrome too long, and this runs within the click.
  const zone = new Date(0).getTimezoneOffset();
  return [userAgent, language, hardwareConcurrency, width, height, colorDepth, zone].join('|').slice(0, 1000);
}
