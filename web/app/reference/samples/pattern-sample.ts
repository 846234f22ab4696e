const DIGITS = '1234567890';

/** Builds a text for a simple pattern (classes, counts, groups, alternatives), else undefined. */
export function samplePattern(pattern: string): string | undefined {
  const writer = new PatternWriter(pattern.replace(/^\^|\$$/g, ''));
  const text = writer.alternatives();
  return text !== undefined && new RegExp(pattern).test(text) ? text : undefined;
}

class PatternWriter {
  private at = 0;
  private written = 0;

  constructor(private readonly source: string) {}

  /** Takes the first alternative and skips the others. */
  alternatives(): string | undefined {
    let first: string | undefined;
    for (;;) {
      const text = this.sequence();
      first ??= text;
      if (this.source[this.at] !== '|') return first;
      this.at += 1;
    }
  }

  private sequence(): string {
    let text = '';
    while (this.at < this.source.length && this.source[this.at] !== '|' && this.source[this.at] !== ')') {
      const write = this.atom();
      const count = this.quantity();
      for (let n = 0; n < count; n += 1) text += write();
    }
    return text;
  }

  private atom(): () => string {
    const sign = this.source[this.at] ?? '';
    this.at += 1;
    if (sign === '(') {
      const group = this.alternatives() ?? '';
      this.at += 1;
      return () => group;
    }
    if (sign === '[') return this.characterClass();
    if (sign !== '\\') return () => sign;
    const escaped = this.source[this.at] ?? '';
    this.at += 1;
    return escaped === 'd' ? () => this.digit() : () => (escaped === 'w' ? 'a' : escaped);
  }

  private characterClass(): () => string {
    const end = this.source.indexOf(']', this.at);
    const inside = this.source.slice(this.at, end);
    this.at = end + 1;
    if (/0-9|\\d/.test(inside)) return () => this.digit();
    return () => inside[0] ?? '';
  }

  private digit(): string {
    this.written += 1;
    return DIGITS[(this.written - 1) % DIGITS.length] ?? '';
  }

  /** The minimum number of repetitions. */
  private quantity(): number {
    const rest = this.source.slice(this.at);
    const [sign, least] = /^(?:\{(\d+)(?:,\d*)?\}|[?*+])/.exec(rest) ?? [''];
    this.at += sign.length;
    if (least !== undefined) return Number(least);
    return sign === '?' || sign === '*' ? 0 : 1;
  }
}
