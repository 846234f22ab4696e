/** Reads `[-1].changes[0].status` from JSON; a negative index counts from the end, `.` is the whole value. */
export function atPath(value: unknown, path: string): unknown {
  if (path === '.') return value;
  let current = value;
  for (const [, index, name] of path.matchAll(/\[(-?\d+)\]|([^.[\]]+)/g)) {
    if (index !== undefined) current = Array.isArray(current) ? (current as unknown[]).at(Number(index)) : undefined;
    else current = (current as Record<string, unknown> | null | undefined)?.[name ?? ''];
  }
  return current;
}

export function readPairs(text: string | undefined): [name: string, value: string][] {
  return (text ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1)];
    });
}
