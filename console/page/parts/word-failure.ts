import type { ConsoleTexts } from '../texts/ru';

/** Why a command failed: the words of its code, and then the recorded message, which is in English. */
export function wordFailure(
  { codes }: ConsoleTexts['errors'],
  { failureCode, failure }: { failureCode?: string | undefined; failure?: string | undefined },
): string | undefined {
  const words = (codes as Readonly<Record<string, string>>)[failureCode ?? ''];
  return [words, failure].filter(Boolean).join(' · ') || undefined;
}
