// The address of the page, of which the part after `#` says what is open.

/** What a link to this page carries. Only examples have names that others know. */
export const carried = () => new URLSearchParams(location.hash.slice(1));
export const carry = (changes) => {
  const values = carried();
  for (const [name, value] of Object.entries(changes)) {
    if (value) values.set(name, value);
    else values.delete(name);
  }
  const text = values.toString().replaceAll('%2F', '/').replaceAll('+', '%20');
  history.replaceState(null, '', text ? `#${text}` : location.pathname + location.search);
};
