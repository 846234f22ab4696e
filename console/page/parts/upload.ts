import type { ConsoleCall } from '../api/client';

/** A `fetch` of one file that tells how much of it is sent, which the browser's own does not. */
export function fetchWithProgress(onSent: (percent: number) => void): NonNullable<ConsoleCall['fetch']> {
  return (url, { method = 'POST', headers, body }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, url);
      new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value));
      request.upload.onprogress = ({ loaded, total }) => onSent(Math.floor((100 * loaded) / total));
      request.onerror = () => reject(new TypeError('the console does not answer'));
      request.onload = () => {
        const answered = { 'X-Request-ID': request.getResponseHeader('X-Request-ID') ?? '' };
        resolve(new Response(request.responseText || null, { status: request.status, headers: answered }));
      };
      request.send(body as Blob);
    });
}
