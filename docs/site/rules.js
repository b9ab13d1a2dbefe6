// Filters the tables of all rules. Without it, or on another page, everything is shown as it is.
"use strict";
(() => {
  const place = document.getElementById("rule-filter");
  if (!place) return;

  const tables = [...document.querySelectorAll("main table")];
  const rows = tables.flatMap((table) =>
    [...table.tBodies[0].rows].map((row) => {
      const [rule, severity, formats, fix, programs] = [...row.cells].map((cell) => cell.textContent.trim());
      return { row, table, text: rule.toLowerCase(), severity, formats, fix, programs: programs.split(", ") };
    }),
  );
  const all = (values) => [...new Set(values)].filter((value) => value !== "").sort();

  // Each choice has a name, its values, and whether a rule has one.
  const choices = [
    ["Program", all(rows.flatMap(({ programs }) => programs)), ({ programs }, value) => programs.includes(value)],
    ["Format", ["ASCII", "binary"], ({ formats }, value) => formats.includes(value)],
    ["Severity", ["error", "warning", "info", "hint"], ({ severity }, value) => severity === value],
    ["Fix", ["safe fix", "unsafe fix", "no fix"], ({ fix }, value) =>
      value === "safe fix" ? /(^|[^n])safe/.test(fix) : fix.includes(value.split(" ")[0])],
  ];

  const form = document.createElement("form");
  form.className = "rule-filter";
  const labelled = (name, control) => {
    const label = document.createElement("label");
    label.append(name, control);
    form.append(label);
    return control;
  };
  const search = labelled("Words", document.createElement("input"));
  search.type = "search";
  const selects = choices.map(([name, values]) => {
    const select = labelled(name, document.createElement("select"));
    select.append(new Option("any", ""), ...values.map((value) => new Option(value)));
    return select;
  });
  const count = document.createElement("output");
  form.append(count);

  const update = () => {
    const words = search.value.toLowerCase().split(/\s+/);
    let shown = 0;
    for (const rule of rows) {
      const fits = words.every((word) => rule.text.includes(word)) &&
        choices.every(([, , has], index) => !selects[index].value || has(rule, selects[index].value));
      rule.row.hidden = !fits;
      shown += fits;
    }
    for (const table of tables) {
      const isEmpty = [...table.tBodies[0].rows].every((row) => row.hidden);
      const block = table.closest(".table-wrapper") ?? table;
      block.hidden = isEmpty;
      block.previousElementSibling.hidden = isEmpty;
    }
    count.value = `${shown} of ${rows.length} rules`;
  };
  form.addEventListener("input", update);
  form.addEventListener("submit", (event) => event.preventDefault());
  // Keys typed here are for the form: the page has shortcuts of its own.
  form.addEventListener("keydown", (event) => event.stopPropagation());
  place.append(form);
  update();
})();
