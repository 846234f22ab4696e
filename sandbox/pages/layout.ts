import { createHash } from 'node:crypto';
import { Html, html } from './html';

const style = `
:root{color-scheme:light dark;--back:#f3f6f6;--card:#fff;--text:#16211f;--soft:#50605c;--line:#d5dedb;--main:#00695c;--on-main:#fff;--note:#fff3cd;--on-note:#553f00}
@media(prefers-color-scheme:dark){:root{--back:#101615;--card:#1a2322;--text:#e8efed;--soft:#a9b8b4;--line:#35423f;--main:#4db6a6;--on-main:#06231f;--note:#3d3210;--on-note:#ffe9a8}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:1.0625rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:28rem;margin:0 auto;padding:1.5rem 1rem 3rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:1.5rem}
h1{font-size:1.375rem;line-height:1.25;margin:0 0 .75rem}
p{margin:0 0 1rem}
.note{background:var(--note);color:var(--on-note);border-radius:.5rem;padding:.5rem .75rem;font-size:.9375rem}
.amount{font-size:2rem;font-weight:650;letter-spacing:-.01em;margin:.25rem 0 1rem;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:auto 1fr;gap:.5rem 1rem;margin:0 0 1.5rem;border-top:1px solid var(--line);padding-top:1rem}
dt{color:var(--soft)}
dd{margin:0;text-align:right;overflow-wrap:anywhere}
form{display:grid;gap:.75rem}
label{font-weight:600}
input{font:inherit;color:inherit;background:transparent;border:1px solid var(--soft);border-radius:.625rem;padding:.75rem 1rem;min-height:3rem;width:100%}
button,.button{font:inherit;font-weight:600;display:block;width:100%;min-height:3rem;padding:.75rem 1rem;border:1px solid var(--main);border-radius:.625rem;text-align:center;text-decoration:none;cursor:pointer;background:var(--main);color:var(--on-main)}
.plain{background:transparent;color:var(--main)}
:focus-visible{outline:3px solid var(--main);outline-offset:2px}
ul{list-style:none;margin:0 0 1.5rem;padding:0;display:grid;gap:.75rem}
a{color:var(--main)}
a.button{color:var(--on-main)}
@media(max-width:26rem){main{padding:1rem .75rem 1.5rem}.card{padding:1.25rem}dl{grid-template-columns:fit-content(7rem) 1fr;gap:.5rem .75rem}}
`;

/** Without scripts. `form-action` is omitted, because browsers apply it to the redirect to the shop too. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
].join('; ');

/** Renders a Russian page for mobile screens. */
export function page({ title, body }: { title: string; body: Html }): string {
  return html`<!doctype html>
    <html lang="ru">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Тестовый банк</title>
        ${new Html(`<style>${style}</style>`)}
      </head>
      <body>
        <main>
          <p class="note">Тестовый банк: деньги не списываются.</p>
          <div class="card">
            <h1>${title}</h1>
            ${body}
          </div>
        </main>
      </body>
    </html>`.text;
}
