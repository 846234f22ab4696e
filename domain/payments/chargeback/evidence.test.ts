import { cleanFileName } from './evidence';

test.each([
  ['Чек № 5.PDF', 'Чек № 5.pdf'],
  ['receipt.png.exe', 'receipt.png.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['C:\\Temp\\чек.jpg', 'чек.pdf'],
  ['a"; filename="b.html', 'a__ filename=_b.pdf'],
  ['a\r\nSet-Cookie: x=1.pdf', 'aSet-Cookie_ x=1.pdf'],
  ['\u202Efdp.exe', 'fdp.pdf'],
  ['  .  ', 'document.pdf'],
  ['.htaccess', 'document.pdf'],
  ['', 'document.pdf'],
  ['x'.repeat(255), `${'x'.repeat(100)}.pdf`],
])('%j is kept as %j', (given, kept) => {
  expect(cleanFileName(given, 'pdf')).toBe(kept);
});
