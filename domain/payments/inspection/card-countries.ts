/** Card numbers are compared by this many first digits. */
const DIGITS = 12;

/** Card numbers of one country. */
export interface IssuedRange {
  /** The first and the last of them, as `toBounds` gives them. */
  first: number;
  last: number;
  /** ISO 3166-1 alpha-3, if it is known. */
  country: string | undefined;
  /** Where it is in its file. */
  line: number;
}

/** The countries of cards by their first digits. Of overlapping ranges the narrowest decides, of equally wide ones the first. */
export class CardCountries {
  /** Where numbers of another country begin, ascending. */
  private readonly starts: Float64Array;
  /** Whose they are: the place in `countries`. */
  private readonly codes: Uint16Array;
  private readonly countries: (string | undefined)[] = [undefined];

  /** @throws Error for two rows of one range with different countries */
  constructor(ranges: readonly IssuedRange[] = []) {
    const narrowestFirst = [...ranges].sort((a, b) => a.last - a.first - (b.last - b.first) || a.first - b.first);
    const starts = listStarts(narrowestFirst);
    const codes = this.assignCountries(narrowestFirst, starts);
    const kept = codes.map((code, at) => Number(at === 0 || code !== codes[at - 1]));
    this.starts = starts.filter((_, at) => kept[at] === 1);
    this.codes = codes.filter((_, at) => kept[at] === 1);
  }

  /** How often the country changes over all numbers. */
  get size(): number {
    return this.starts.length;
  }

  /** The country of a card by at least six first digits. Unknown if ranges of such cards name several. */
  countryOf(digits: string): string | undefined {
    if (!/^\d{6,}$/.test(digits)) return undefined;
    const { first, last } = toBounds(digits);
    let found = 0;
    for (let at = Math.max(0, findPlace(this.starts, first)); (this.starts[at] ?? Infinity) <= last; at++) {
      const code = this.codes[at] ?? 0;
      if (code === 0 || code === found) continue;
      if (found !== 0) return undefined;
      found = code;
    }
    return this.countries[found];
  }

  /** Gives each number the country of the first of the ranges that has it. */
  private assignCountries(ranges: readonly IssuedRange[], starts: Float64Array): Uint16Array {
    const codes = new Uint16Array(starts.length);
    const known = new Map<string | undefined, number>([[undefined, 0]]);
    // The next place without a country, by way of those that were assigned since.
    const next = Uint32Array.from({ length: starts.length + 1 }, (_, at) => at);
    const findFree = (from: number): number => {
      let at = from;
      while (next[at] !== at) at = next[at] = next[next[at] ?? at] ?? at;
      return at;
    };
    for (const [place, { first, last, country, line }] of ranges.entries()) {
      const before = ranges[place - 1];
      if (before?.first === first && before.last === last && before.country !== country) {
        throw new Error(`line ${line}: line ${before.line} gives its range another country`);
      }
      const code = known.get(country) ?? this.countries.push(country) - 1;
      known.set(country, code);
      for (let at = findFree(findPlace(starts, first)); (starts[at] ?? Infinity) <= last; at = findFree(at)) {
        codes[at] = code;
        next[at] = at + 1;
      }
    }
    return codes;
  }
}

/** The first and the last card number between first digits. */
export function toBounds(from: string, to = from): Pick<IssuedRange, 'first' | 'last'> {
  const pad = (digits: string, filler: string) => Number(digits.slice(0, DIGITS).padEnd(DIGITS, filler));
  return { first: pad(from, '0'), last: pad(to, '9') };
}

function listStarts(ranges: readonly IssuedRange[]): Float64Array {
  const starts = new Float64Array(2 * ranges.length);
  for (const [place, { first, last }] of ranges.entries()) starts.set([first, last + 1], 2 * place);
  return starts.sort().filter((start, at) => start !== starts[at - 1]);
}

/** The place of the last start that is not above a number; -1 if all are. */
function findPlace(starts: Float64Array, number: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? Infinity) <= number) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
