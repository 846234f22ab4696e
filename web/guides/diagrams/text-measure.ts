const WIDE = /[ШЩЮЖМФЫшщюжмфыWMwm@—]/;
const NARROW = /[iljtfrI.,:;'!|()[\] 1гт]/;

/** The approximate width of a text; margins absorb the differences between system fonts. */
export function measureText(text: string, fontSize: number): number {
  let width = 0;
  for (const letter of text) width += WIDE.test(letter) ? 0.8 : NARROW.test(letter) ? 0.4 : 0.58;
  return width * fontSize;
}

/** Wraps a text at `<br/>` and spaces. */
export function wrapText(text: string, fontSize: number, maximum: number): string[] {
  return text.split(/<br\s*\/?>/i).flatMap((part) => {
    const lines: string[] = [];
    for (const word of part.trim().split(/\s+/)) {
      const last = lines.at(-1);
      if (last !== undefined && measureText(`${last} ${word}`, fontSize) <= maximum)
        lines[lines.length - 1] = `${last} ${word}`;
      else lines.push(word);
    }
    return lines;
  });
}
