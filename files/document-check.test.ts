import { A_JPEG, aPdf, aPng, anObjectStream } from '../tests/harness/factories/document';
import { checkDocument } from './document-check';

const withObject = (text: string): Buffer => aPdf(`4 0 obj\n<< ${text} >>\nendobj\n`);

test.each([
  ['a PDF', aPdf(), 'pdf'],
  ['a PDF with an object stream', aPdf(anObjectStream('5 0 << /Type /Outlines /First 6 0 R >>')), 'pdf'],
  [
    'a PDF with a link and a first page to open',
    withObject('/OpenAction [3 0 R /Fit] /A << /S /URI /URI (https://a) >>'),
    'pdf',
  ],
  [
    'a PDF with an image after outlines',
    aPdf('5 0 obj\n<< /First 6 0 R >>\nendobj\n8 0 obj\n<< /Filter /DCTDecode >>\nstream\n\xff\xd8\nendstream\n'),
    'pdf',
  ],
  ['a JPEG', A_JPEG, 'jpg'],
  ['a PNG', aPng(), 'png'],
])('%s is taken', (_, content, format) => {
  expect(checkDocument(content)).toEqual({ format });
});

test.each([
  ['a script', withObject('/S /JavaScript /JS (app.alert(1))')],
  ['a script whose names are encoded', withObject('/S /J#61v#61Script')],
  ['a script in a name tree', withObject('/Names << /JS 9 0 R >>')],
  ['a script in an object stream', aPdf(anObjectStream('5 0 << /S /JavaScript /JS (app.alert(1)) >>'))],
  [
    'an encoded type of an object stream',
    aPdf(anObjectStream('5 0 << /S /Launch >>', '/Type /Obj#53tm /N 1 /First 4')),
  ],
  ['an object stream of no type', aPdf(anObjectStream('5 0 << /S /Launch >>', '/N 1 /First 4 /Filter /FlateDecode'))],
  [
    'an object stream that cannot be read',
    aPdf('7 0 obj\n<< /Type /ObjStm /Filter /LZWDecode >>\nstream\nabc\nendstream\n'),
  ],
  ['an object stream that inflates to gigabytes', aPdf(anObjectStream(' '.repeat(20 * 1024 * 1024)))],
  ['a program to launch', withObject('/S /Launch /F (cmd.exe)')],
  ['a file inside', withObject('/Type /Filespec /EF << /F 9 0 R >>')],
  ['an attachment', withObject('/Subtype /FileAttachment')],
  ['a form that sends', withObject('/S /SubmitForm')],
  ['a form with scripts', withObject('/AcroForm << /XFA 9 0 R >>')],
  ['a player', withObject('/Subtype /RichMedia')],
  ['encryption', withObject('/Encrypt 9 0 R')],
])('a PDF with %s is unsafe', (_, content) => {
  expect(checkDocument(content)).toEqual({ problem: 'unsafe' });
});

test.each([
  ['a PDF', aPdf().subarray(0, 200)],
  ['a PNG', aPng().subarray(0, -1)],
  ['a JPEG', A_JPEG.subarray(0, -1)],
])('%s that was cut off is damaged', (_, content) => {
  expect(checkDocument(content)).toEqual({ problem: 'damaged' });
});

test.each([
  ['nothing', ''],
  ['a text', 'receipt'],
  ['a page', '<html><script>alert(1)</script></html>'],
  ['a picture with scripts', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['a program', 'MZ\x90\x00'],
  ['an archive', 'PK\x03\x04'],
  ['a PDF after a page', '<html></html>%PDF-1.7 %%EOF'],
])('%s is of another type', (_, text) => {
  expect(checkDocument(Buffer.from(text, 'latin1'))).toEqual({ problem: 'type' });
});

test('the largest document is checked in less than a second of the processor', () => {
  const hostile = ['/JS ', '>>', '#4a', '/EF 1 ', '1 0 obj '].map((part) => aPdf(part.repeat(5_000_000 / part.length)));
  const started = process.cpuUsage();
  for (const content of hostile) checkDocument(content);
  expect(process.cpuUsage(started).user / 1_000 / hostile.length).toBeLessThan(1_000);
});
