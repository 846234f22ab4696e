import '@remix-run/node';

declare module '@remix-run/node' {
  interface AppLoadContext {
    theme: 'light' | 'dark';
    /** `page`: everything below the top bar; `main`: only the content; absent: the whole document. */
    fragment?: 'page' | 'main';
    clientEntry: string;
  }
}
