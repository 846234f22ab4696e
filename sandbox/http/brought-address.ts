const MAX_LENGTH = 2_000;

/**
 * The address to return to that a payer's browser brought: in the page's own address (`termination_uri`, its last
 * parameter) or in a field of a form. Some clients expand templates by RFC 6570, which percent-encodes the address, in a
 * form too; others only put it in the place of `{termination_uri}`, so that its own parameters look like the page's. Both
 * mean the same. Whatever is no web address, a template that nobody filled for one, is none.
 */
export function broughtAddress(brought: { address: string; field?: string | undefined }): string | undefined {
  const parameter = /[?&]termination_uri=(.*)$/s.exec(brought.address)?.[1] ?? '';
  const encoded = parameter.replace(/&.*$/s, '');
  const field = brought.field ?? '';
  return [parameter, decoded(encoded), field, decoded(field)].find(isWebAddress);
}

function isWebAddress(text: string | undefined): text is string {
  return text !== undefined && text.length <= MAX_LENGTH && /^https?:\/\/[^/\\]/i.test(text) && URL.canParse(text);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
