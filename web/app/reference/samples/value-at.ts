/** The value at a path such as `files.0.id`, else undefined. */
export function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((within, step) => (within as Record<string, unknown> | undefined)?.[step], value);
}
