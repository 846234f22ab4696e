/** Sends a body in the best encoding that the reader takes, or 304 where the reader has it. */
export function sendVariant({ request, response, variant, status = 200 }) {
  const encoding =
    variant.br && request.acceptsEncodings('br')
      ? 'br'
      : variant.gzip && request.acceptsEncodings('gzip')
        ? 'gzip'
        : undefined;
  const body = encoding === 'br' ? variant.br : encoding === 'gzip' ? variant.gzip : variant.identity;
  // Each encoding is a representation of its own, so it needs a tag of its own.
  const etag = encoding ? variant.etag.replace(/"$/, `-${encoding}"`) : variant.etag;
  response.status(status).set({ 'Content-Type': variant.type, ETag: etag });
  response.vary('Accept-Encoding');
  if (status === 200 && request.fresh) return response.status(304).end();
  if (encoding) response.set('Content-Encoding', encoding);
  response.set('Content-Length', String(body.length));
  return request.method === 'HEAD' ? response.end() : response.end(body);
}
