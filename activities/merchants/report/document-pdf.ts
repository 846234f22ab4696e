import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { DocumentContent } from '../../../domain/merchants/settlement/settlement-document';
import { actText, invoiceText } from './act-pdf';
import type { PdfNode } from './pdf-parts';
import type { PresentedLine } from './statement-lines';
import { statementText } from './statement-pdf';

interface PdfMake {
  setFonts(fonts: Readonly<Record<string, object>>): void;
  setUrlAccessPolicy(policy: () => boolean): void;
  setLocalAccessPolicy(policy: (path: string) => boolean): void;
  createPdf(definition: object): { getStream(): Promise<Readable & { end(): void }> };
}

// eslint-disable-next-line @typescript-eslint/no-require-imports -- its types declare the globals of browsers for all files
const pdfMake = require('pdfmake') as PdfMake;

const FONTS = join(dirname(require.resolve('pdfmake/package.json')), 'fonts', 'Roboto');
const font = (name: string): string => join(FONTS, `Roboto-${name}.ttf`);

pdfMake.setFonts({
  Roboto: {
    ...{ normal: font('Regular'), bold: font('Medium') },
    ...{ italics: font('Italic'), bolditalics: font('MediumItalic') },
  },
});
// Texts of merchants must not make the library read a file or call an address.
pdfMake.setUrlAccessPolicy(() => false);
pdfMake.setLocalAccessPolicy((path) => dirname(path) === FONTS);

/** A document as PDF. The same content gives the same bytes: nothing of it depends on when it is made. */
export async function writeDocumentPdf(
  content: DocumentContent,
  lines?: AsyncIterable<PresentedLine>,
): Promise<Readable> {
  const { to, kind, contractID } = content;
  const body: PdfNode[] = lines
    ? await statementText(content, lines)
    : kind === 'feeInvoice'
      ? invoiceText(content)
      : actText(content);
  const at = new Date(to);
  const definition = {
    content: body,
    pageSize: 'A4',
    pageOrientation: lines ? 'landscape' : 'portrait',
    pageMargins: [32, 32, 32, 40],
    defaultStyle: { font: 'Roboto', fontSize: lines ? 8 : 10 },
    styles: {
      title: { fontSize: 14, bold: true, margin: [0, 0, 0, 8] },
      section: { bold: true, margin: [0, 10, 0, 4] },
    },
    info: { title: `${kind} ${contractID}`, producer: 'Holdfast', creator: 'Holdfast', creationDate: at, modDate: at },
    footer: (page: number, count: number) => ({
      text: `${page} / ${count}`,
      alignment: 'center',
      fontSize: 8,
      margin: [0, 10, 0, 0],
    }),
  };
  const document = await pdfMake.createPdf(definition).getStream();
  document.end();
  return document;
}
