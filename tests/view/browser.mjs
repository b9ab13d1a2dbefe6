// Starts a browser that draws without a graphics card.
import puppeteer from 'puppeteer-core';

export const start = (kind, program) => puppeteer.launch(kind === 'firefox' ? {
  browser: 'firefox', executablePath: program, headless: false, extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
} : {
  executablePath: program, headless: true,
  args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update',
    '--disable-sync', '--enable-unsafe-swiftshader', '--force-prefers-reduced-motion'],
});

/** What a page must not do: errors, warnings, requests. What drivers say of their own speed is none of it. */
export const watch = (page, trouble) => {
  page.on('console', (message) => {
    if (!message.text().includes('GL Driver Message (OpenGL, Performance')) trouble.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => trouble.push(`error: ${error.message}`));
  page.on('request', (request) => {
    if (!/^(file|data|blob|about):/.test(request.url())) trouble.push(`request: ${request.url()}`);
  });
};

export const drawn = (page) => page.waitForFunction('window.ms3dlintView && ms3dlintView.state.drawn > 0', { timeout: 20000 });
