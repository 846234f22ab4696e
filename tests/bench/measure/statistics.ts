/** The median; for an even number the mean of the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = ascending(values);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? at(sorted, middle) : (at(sorted, middle - 1) + at(sorted, middle)) / 2;
}

/** The smallest value that `percent` of all values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = ascending(values);
  return at(sorted, Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1));
}

function ascending(values: readonly number[]): number[] {
  if (values.length === 0) throw new Error('nothing was measured');
  return [...values].sort((a, b) => a - b);
}

function at(values: readonly number[], index: number): number {
  const value = values[index];
  if (value === undefined) throw new Error(`there is no value ${index}`);
  return value;
}
