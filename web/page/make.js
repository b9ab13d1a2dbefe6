// Makes elements. Text of models gets into them as text alone.

export const $ = (id) => document.getElementById(id);

/** An element with a class, and text or children. */
export const make = (tag, className, ...children) => {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return made;
};

export const button = (className, text, action) => {
  const made = make('button', className, text);
  made.type = 'button';
  made.addEventListener('click', action);
  return made;
};

/** A path with its folders less prominent. */
export const pathOf = (name) => {
  const end = name.lastIndexOf('/') + 1;
  return [make('bdi', 'quiet', name.slice(0, end)), make('bdi', '', name.slice(end))];
};

export const number = (count) => count.toLocaleString('en');
export const plural = (count, noun, nouns = `${noun}s`) => `${number(count)} ${count === 1 ? noun : nouns}`;

export const SEVERITIES = ['error', 'warning', 'info', 'hint'];

/** How many findings of which severity there are. */
export const countsOf = (counts) => {
  const shown = SEVERITIES.map((severity, at) => [severity, counts[at]]).filter(([, count]) => count > 0);
  return shown.map(([severity, count]) => make('span', `severity ${severity}`, plural(count, severity, severity === 'info' ? 'info' : `${severity}s`)));
};

/** A sentence, in which what is between backquotes is code. */
export const sentence = (text) => {
  const parts = text.split('`');
  return parts.length % 2 ? parts.map((part, at) => (at % 2 ? make('code', '', part) : part)) : [text];
};

let isSaid = 0;
/** Announces something to screen readers. */
export const say = (text) => {
  isSaid += 1;
  // The same words are said again.
  $('live').textContent = text + (isSaid % 2 ? '' : '\u200b');
};

/** Hands a file to whoever looks at the page. */
export const download = (name, bytes, type = 'application/octet-stream') => {
  const address = URL.createObjectURL(new Blob([bytes], { type }));
  const link = make('a');
  Object.assign(link, { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
};
