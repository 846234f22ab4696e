import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '../languages';
import { buildScript, buildStyles, runModule } from './build-parts';

interface Documents {
  documents: { language: Language; title: string; description: string; outline: string }[];
}

/**
 * Writes one document per language from Vite's `pay.html`. Styles, the outline and the first requests are inlined to save a
 * round trip.
 */
export async function writeDocuments({ source, folder }: { source: string; folder: string }): Promise<void> {
  const template = join(folder, 'pay.html');
  const [html, styles, begin, { documents }] = await Promise.all([
    readFile(template, 'utf8'),
    buildStyles(join(source, 'page/styles/page.css')),
    buildScript(join(source, 'page/begin.ts')),
    runModule<Documents>(join(source, 'page/documents.tsx')),
  ]);
  for (const language of LANGUAGES) {
    const texts = documents.find((document) => document.language === language);
    if (!texts) throw new Error(`no texts for ${language}`);
    const document = html
      .replace('<!-- styles -->', () => `<style>${styles}</style>`)
      .replace('<!-- begin -->', () => `<script>${begin}</script>`)
      .replace('<!-- outline -->', () => texts.outline)
      .replaceAll('%LANGUAGE%', language)
      .replaceAll('%TITLE%', () => texts.title)
      .replaceAll('%DESCRIPTION%', () => texts.description)
      .replace(/<link rel="modulepreload"[^>]*data-language="(\w+)"[^>]*>\s*/g, (tag, of) =>
        of === language ? tag.replace(/ data-language="\w+"/, '') : '',
      );
    await writeFile(join(folder, `pay.${language}.html`), document);
  }
  await rm(template);
}
