export function momentText(moment: string, language: string): string {
  // Many browsers claim to support Kazakh dates but do not; dates are formatted as in Russian.
  return new Intl.DateTimeFormat(language === 'kk' ? 'ru' : language, {
    // Omits the month's name, which would be in Russian.
    dateStyle: language === 'kk' ? 'short' : 'long',
    timeStyle: 'short',
  }).format(new Date(moment));
}
