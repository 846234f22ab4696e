const WIDE = /[ШЩЮЖМФЫшщюжмфыWMwm@—]/;
const NARROW = /[iljtfrI.,:;'!|()[\] 1гт]/;

/** About how wide a text is at one pixel of font size; system fonts differ by some per cent, which the margins allow for. */
export function measureText(text: string, fontSize: number): number {
  let width = 0;
  for (const letter of text) width += WIDE.test(letter) ? 0.8 : NARROW.test(letter) ? 0.4 : 0.58;
  return width * fontSize;
}

/** Breaks a text at `<br/>` and at spaces so that no line is wider than asked, where words allow. */
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
