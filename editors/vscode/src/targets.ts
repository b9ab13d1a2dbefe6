// What is said of a program that the settings name, and that is not known.

/** How many letters must be changed, left out or put in. */
const distance = (from: string, to: string) => {
  let before = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [row, letter] of [...from].entries()) {
    const now = [row + 1];
    for (let at = 0; at < to.length; at += 1) {
      const change = before[at]! + (letter === to[at] ? 0 : 1);
      now.push(Math.min(change, before[at + 1]! + 1, now[at]! + 1));
    }
    before = now;
  }
  return before[to.length]!;
};

/** What is wrong with a name in the setting. */
export const unknownTarget = (name: string, known: readonly string[]) => {
  if (name.toLowerCase() === 'none') {
    return '"none" means that no program is asked, so it is the only name in the setting ms3dlint.targets';
  }
  const away = (other: string) => distance(name.toLowerCase(), other);
  const [nearest = ''] = [...known].sort((one, other) => away(one) - away(other));
  const guess = away(nearest) <= Math.max(name.length, 3) / 3;
  const rest = guess ? `; did you mean "${nearest}"?` : ` (known: ${known.join(', ')})`;
  return `the setting ms3dlint.targets: no program is called "${name}"${rest}`;
};
