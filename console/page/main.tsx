import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { applyTheme } from './parts/theme';
import { loadTexts } from './texts/texts';

applyTheme();
const place = document.getElementById('root');
if (place) {
  void loadTexts().then((texts) =>
    createRoot(place).render(
      <StrictMode>
        <App texts={texts} />
      </StrictMode>,
    ),
  );
}
