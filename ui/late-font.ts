const RANGES = {
  latin: 'U+0000-03FF, U+2000-2115, U+2117-FFFF',
  cyrillic: 'U+0400-045F, U+2116',
  'cyrillic-ext': 'U+0460-04FF',
};

/** Adds a font after what the page needs first; browsers load only files whose characters are shown. */
export function addLateFont(family: string, files: Readonly<Partial<Record<keyof typeof RANGES, string>>>): void {
  for (const [script, file] of Object.entries(files) as [keyof typeof RANGES, string][]) {
    const descriptors = { unicodeRange: RANGES[script], weight: '400 600', display: 'swap' } as const;
    document.fonts.add(new FontFace(family, `url(${file})`, descriptors));
  }
}
