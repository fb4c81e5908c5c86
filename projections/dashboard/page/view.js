// Drawing a run. Text always goes in as text: what a report or a website says is never markup here.

import { agentsInOrder, classesInOrder, pillarsInOrder, words } from "./fold.js";
import { needsTicket, pdf, pdfPath } from "./server.js";

const byId = (id) => document.getElementById(id);

// el makes an element: el("p", {class: "soft"}, "text", child, ...).
export function el(name, attributes = {}, ...children) {
  const e = document.createElement(name);
  for (const [k, v] of Object.entries(attributes)) {
    if (k.startsWith("on")) e.addEventListener(k.slice(2), v);
    else if (v === true) e.setAttribute(k, "");
    else if (v !== false && v != null) e.setAttribute(k, v);
  }
  e.append(...children.filter((c) => c != null && c !== ""));
  return e;
}

export const pill = (status) => el("span", { class: "pill " + status }, words(status));

// pageLink opens the PDF at a page.
function pageLink(report, page) {
  return el("a", {
    href: pdfPath(report, page), target: "_blank", rel: "noopener",
    onclick: async (click) => {
      if (!needsTicket()) return;
      click.preventDefault();
      const tab = window.open("", "_blank");
      tab.location = await pdf(report, page);
    },
  }, "page " + page);
}

function stage(name, done, of, unit) {
  const known = of != null && of > 0;
  const count = known ? `${done} / ${of}` : done ? `${done}` : "";
  return el("div", {},
    el("span", {}, name, el("span", { class: "count" }, count)),
    el("progress", { "aria-label": `${name}: ${count || "not begun"} ${unit}`, max: known ? of : 1, value: known ? Math.min(done, of) : 0 }));
}

export function drawProgress(r) {
  const total = r.claimsTotal ?? null;
  byId("stages").replaceChildren(
    stage("Read", r.sections ? 1 : 0, r.sections || r.ended ? 1 : null, "report"),
    stage("Extract", r.extracted, r.sections || null, "sections"),
    stage("Index", r.indexed, r.sections || null, "sections"),
    stage("Investigate", r.answered, total == null ? null : r.asked, "answers"),
    stage("Judge", r.verdicts.size, total, "claims"),
    stage("Compare", r.gapsAssessed ? 1 : 0, r.sections ? 1 : null, "report"),
  );
  byId("agents").replaceChildren(...agentsInOrder.map((name) => {
    const a = r.agents[name];
    const counted = name !== "claims" && name !== "judge";
    const state = r.ended && a.state === "working" ? "done" : a.state;
    return el("tr", {}, el("th", { scope: "row" }, words(name)), el("td", {}, state),
      el("td", { class: "n" }, counted ? String(a.asked) : ""), el("td", { class: "n" }, counted ? String(a.answered) : ""),
      el("td", { class: "n" }, String(a.findings)));
  }));
  const log = byId("activity");
  const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  log.replaceChildren(...r.activity.slice(-200).map((a) => el("li", {}, el("b", {}, words(a.agent)), " " + a.line)));
  if (atEnd) log.scrollTop = log.scrollHeight;
}

// drawClasses shows the counts, which are also the filter.
export function drawClasses(r, chosen, toggle) {
  const counts = Object.fromEntries(classesInOrder.map((c) => [c, 0]));
  for (const v of r.verdicts.values()) counts[v.verdict]++;
  const group = byId("classes");
  if (group.children.length === classesInOrder.length) {
    classesInOrder.forEach((c, i) => {
      group.children[i].setAttribute("aria-pressed", String(chosen.has(c)));
      group.children[i].firstChild.textContent = counts[c];
    });
    return;
  }
  group.replaceChildren(...classesInOrder.map((c) =>
    el("button", { type: "button", class: c, "aria-pressed": String(chosen.has(c)), onclick: () => toggle(c) }, el("strong", {}, String(counts[c])), words(c))));
}

const rank = { high: 0, medium: 1, low: 2 };

// matching lists the judged claims that the filters let through, worst verdict first, then by page.
export function matching(r, filter) {
  const needle = filter.search.toLowerCase();
  const out = [];
  for (const v of r.verdicts.values()) {
    const c = r.claims.get(v.claim_id);
    if (!c || !filter.classes.has(v.verdict) || (filter.type && c.type !== filter.type) || (filter.priority && c.priority !== filter.priority)) continue;
    if (needle && !(c.text + " " + v.reasoning).toLowerCase().includes(needle)) continue;
    out.push([c, v]);
  }
  return out.sort(([a, v], [b, w]) => classesInOrder.indexOf(v.verdict) - classesInOrder.indexOf(w.verdict) || a.page - b.page ||
    rank[a.priority] - rank[b.priority] || (a.id < b.id ? -1 : 1));
}

export function card(r, report, c, v) {
  const findings = r.findings.get(c.id) || [];
  const support = { true: "supports", false: "contradicts" };
  const details = el("details", {}, el("summary", {}, `${findings.length} ${findings.length === 1 ? "finding" : "findings"}, how it was judged`));
  details.addEventListener("toggle", () => {
    if (details.childElementCount > 1) return;
    const d = v.dimensions;
    details.append(
      el("p", { class: "soft" }, ["sufficiency", "consistency", "quality", "completeness"].map((k) => `${words(k)} ${d[k].level}`).join(" · ") +
        ` · pass ${v.iteration} · origins: ${(v.origins || []).join(", ") || "none"}`),
      el("ul", {}, ...findings.map((f) => el("li", {}, el("strong", {}, words(f.agent)), ` ${support[String(f.supports_claim)] || "neither"}: ${f.summary}`,
        ...(f.evidence || []).filter((e) => e.quote).map((e) => el("blockquote", {}, `“${e.quote}” `, e.publisher ? [e.publisher, e.date, e.row ? `row ${e.row}` : `page ${e.page} there`].filter(Boolean).join(", ") + " " : e.page ? pageLink(report, e.page) : "", e.url || ""))))));
    for (const m of v.missing_agents || []) details.append(el("p", { class: "soft" }, `${words(m.agent)} is missing: ${m.reason}`));
    for (const y of v.cycles || []) details.append(el("p", { class: "soft" }, `Asked again (pass ${y.iteration}): ${y.gap}`));
  });
  return el("article", { class: "card " + v.verdict, id: c.id },
    el("div", { class: "head" }, pill(v.verdict), el("span", {}, `${v.confidence} confidence, score ${v.score.toFixed(2)}`),
      v.override ? el("span", {}, `ruled by ${v.override.by}, the machine says ${words(v.override.machine.verdict).toLowerCase()}`) : "", pageLink(report, c.page),
      el("span", {}, words(c.type)), el("span", {}, c.priority + " priority"), c.anchored ? "" : el("span", {}, "quote not located on the page")),
    el("p", { class: "text" }, c.text), el("p", {}, v.reasoning), details);
}

function table(head, rows) {
  return el("table", {}, el("thead", {}, el("tr", {}, ...head.map((h) => el("th", { scope: "col" }, h)))), el("tbody", {}, ...rows));
}

export function drawChecks(r) {
  const order = { fail: 0, inconclusive: 1, pass: 2 };
  const list = [...r.checks.values()].sort((a, b) => order[a.result] - order[b.result] || (a.id < b.id ? -1 : 1));
  byId("checks-section").hidden = list.length === 0;
  byId("checks").replaceChildren(table(["Check", "Result", "What", "Working"], list.slice(0, 300).map((c) =>
    el("tr", {}, el("td", {}, words(c.name)), el("td", {}, pill(c.result)), el("td", {}, c.message), el("td", {}, c.working)))));
  if (list.length > 300) byId("checks").append(el("p", { class: "soft" }, `300 of ${list.length} checks, failed ones first.`));
}

export function drawCoverage(r) {
  const rows = pillarsInOrder.filter((p) => r.coverage[p]).map((p) => {
    const c = r.coverage[p];
    const text = `${c.fully_addressed} fully, ${c.partially_addressed} partly, ${c.not_addressed} not, ${c.could_not_assess} not assessed`;
    return el("div", { class: "pillar" }, el("span", {}, words(p)),
      el("progress", { "aria-label": words(p) + ": " + text, max: Math.max(c.fully_addressed + c.partially_addressed + c.not_addressed, 1), value: c.fully_addressed }),
      el("span", { class: "soft" }, text));
  });
  byId("coverage").replaceChildren(rows.length ? el("div", { class: "pillars" }, ...rows) :
    el("p", { class: "soft" }, r.ended ? "Coverage was not assessed." : "Not compared yet."));
  const gaps = [...r.gaps.values()].sort((a, b) => (a.paragraph < b.paragraph ? -1 : a.paragraph > b.paragraph ? 1 : 0));
  byId("gaps").replaceChildren(...(gaps.length ? [table(["Paragraph", "Requirement", "Status", "Missing"], gaps.map((g) =>
    el("tr", {}, el("td", {}, g.paragraph), el("td", {}, g.requirement + (g.condition ? ` (${g.condition})` : "")), el("td", {}, words(g.status)),
      el("td", {}, (g.missing || []).join("; ")))))] : []));
}
