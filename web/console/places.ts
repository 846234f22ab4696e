/** Returns the invalid fields that a response names: `amount`, `payer.contactInfo.email`, `X-Request-ID`. */
export function findInvalidFields(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null) return [];
  const { name, message } = answer as { name?: unknown; message?: unknown };
  if (typeof name === 'string') return [plain(name)];
  if (typeof message !== 'string') return [];
  return [...message.matchAll(/(?:^|; )([A-Za-z][\w.[\]-]*): /g)].map(([, place = '']) => plain(place));
}

function plain(place: string): string {
  return place.replace(/^(?:body|request)\.?/, '').replace(/\[(\d+)\]/g, '.$1');
}

export function findField(text: string, place: string): { start: number; end: number } | undefined {
  let at = 0;
  let found: { start: number; end: number } | undefined;
  for (const step of place.split('.').filter((one) => one !== '' && !/^\d+$/.test(one))) {
    const match = new RegExp(`"${step.replace(/\W/g, '\\$&')}"\\s*:\\s*(?:"(?:[^"\\\\]|\\\\.)*"|[^\\s,}\\]]*)`).exec(
      text.slice(at),
    );
    if (!match) break;
    found = { start: at + match.index, end: at + match.index + match[0].length };
    at = found.start + step.length + 2;
  }
  return found;
}
