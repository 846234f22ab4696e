const MAX_LENGTH = 2_000;

/**
 * Extracts the return address from the page's `termination_uri`, its last parameter, or from a form field. Clients either
 * expand templates by RFC 6570, with percent-encoding, or insert the address unencoded, so that its parameters look like
 * the page's. Anything but a web address is ignored.
 */
export function broughtAddress(brought: { address: string; field?: string | undefined }): string | undefined {
  const parameter = /[?&]termination_uri=(.*)$/s.exec(brought.address)?.[1] ?? '';
  const encoded = parameter.replace(/&.*$/s, '');
  const field = brought.field ?? '';
  return [parameter, tryDecode(encoded), field, tryDecode(field)].find(isWebAddress);
}

function isWebAddress(text: string | undefined): text is string {
  return text !== undefined && text.length <= MAX_LENGTH && /^https?:\/\/[^/\\]/i.test(text) && URL.canParse(text);
}

function tryDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
