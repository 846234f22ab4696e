/** The tag's button; zero specificity lets any rule of the shop override it. */
export const BUTTON_STYLE = `
:where(.holdfast-button){font:600 16px/1.5 system-ui,sans-serif;padding:.6em 1.4em;border:0;border-radius:8px;
background:#a8480f;color:#fff;cursor:pointer}
:where(.holdfast-button:focus-visible){outline:3px solid #0b7f9e;outline-offset:2px}
:where(.holdfast-button:disabled){background:#f0f5f5;color:#50616a;cursor:default}`;

const DARK = '--b:#18272b;--t:#e2ebec;--s:#a0b3b8;--a:#f0a070;--o:#2a1206';

export const DIALOG_STYLE = `
dialog{--b:#fff;--t:#1d2a31;--s:#50616a;--a:#a8480f;--o:#fff;box-sizing:border-box;width:min(26rem,calc(100vw - 2rem));
padding:1.5rem;border:0;border-radius:14px;background:var(--b);color:var(--t);font:16px/1.5 system-ui,sans-serif}
dialog::backdrop{background:#0d1718b3}
@media(prefers-color-scheme:dark){dialog:not([data-theme=light]){${DARK}}}
dialog[data-theme=dark]{${DARK}}
h2{margin:0 0 .5rem;font-size:1.25rem;line-height:1.3}
p{margin:0 0 1.25rem;color:var(--s)}
button{width:100%;min-height:44px;margin:0 0 .5rem;padding:.5rem 1rem;border:0;border-radius:8px;
font:inherit;font-weight:600;background:var(--a);color:var(--o);cursor:pointer}
button+button{margin:0;background:none;color:var(--a)}
button:focus-visible{outline:3px solid var(--a);outline-offset:2px}`;

/** Adds a style sheet in the only way that a strict CSP allows. */
export function adopt(css: string, root: Document | ShadowRoot): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  } catch {
    // Browsers before 2023 cannot construct sheets.
    const style = document.createElement('style');
    style.textContent = css;
    ('head' in root ? root.head : root).append(style);
  }
}
