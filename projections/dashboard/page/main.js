// The page: which report and run are shown, uploads, filters, and when to draw.

import { emptyRun, fold, fromDocument, words, describe } from "./fold.js";
import { call, Follower, Problem } from "./server.js";
import { card, drawChecks, drawClasses, drawCoverage, drawProgress, el, matching, pill } from "./view.js";

const byId = (id) => document.getElementById(id);
const everyClass = ["contradicted", "insufficient_evidence", "unverified", "verified"];
const batch = 50;

let reports = [];
let runs = [];
let current = null; // { id, view, state, doc }
let shown = batch;
const filter = { classes: new Set(everyClass), search: "", type: "", priority: "" };

const follower = new Follower({
  event: (event) => { fold(current.state, event); draw(); },
  caughtUp: () => draw(),
  state: (s) => { byId("link").textContent = s === "live" ? "Live" : s === "reconnecting" ? "Connection lost, trying again …" : ""; },
  failed: (m) => notice(m.detail),
});

function notice(text) {
  byId("notice").textContent = text;
  byId("notice").hidden = !text;
}

// Drawing is rare beside events: at most a few times a second, and only what has changed.
let scheduled = false;
function draw() {
  if (scheduled || !current) return;
  scheduled = true;
  setTimeout(() => { scheduled = false; requestAnimationFrame(drawNow); }, 150);
}

function drawNow() {
  if (!current || !current.state.dirty) return;
  const r = current.state;
  r.dirty = false;
  drawProgress(r);
  drawClasses(r, filter.classes, (c) => { filter.classes.has(c) ? filter.classes.delete(c) : filter.classes.add(c); refilter(); });
  drawCards();
  drawChecks(r);
  drawCoverage(r);
  if (r.ended && current.view.status === "analyzing") finish(current.id);
}

function refilter() {
  shown = batch;
  current.state.dirty = true;
  drawNow();
}

// drawCards keeps cards that are open and unchanged.
function drawCards() {
  const r = current.state;
  const list = matching(r, filter);
  const have = new Map([...byId("cards").children].map((e) => [e.id, e]));
  byId("cards").replaceChildren(...list.slice(0, shown).map(([c, v]) => {
    const old = have.get(c.id);
    const key = v.id + "/" + (r.findings.get(c.id) || []).length;
    if (old && old.dataset.key === key) return old;
    const made = card(r, current.view.report_id, c, v);
    made.dataset.key = key;
    return made;
  }));
  byId("more").hidden = list.length <= shown;
  byId("shown").textContent = r.verdicts.size ? `${Math.min(shown, list.length)} of ${list.length} shown, ${r.verdicts.size} judged, ${r.claims.size} claims` :
    r.ended ? "There are no verdicts." : "No verdict yet.";
}

function drawTitle() {
  const { view, doc } = current;
  const report = reports.find((r) => r.id === view.report_id);
  const preview = report && report.preview;
  const title = (doc && doc.report.title) || (preview && preview.title) || view.filename;
  byId("subject").textContent = [view.company || (preview && preview.company), title, title.includes(view.period) ? "" : view.period].filter(Boolean).join(" · ");
  const facts = [view.filename];
  const source = (doc && doc.report) || preview;
  if (source) {
    facts.push(`${source.pages_read} of ${source.pages} pages read`, `${source.words} words`);
    if ((source.frameworks || []).length) facts.push("written to " + source.frameworks.join(", "));
    facts.push(...(source.warnings || []));
  }
  byId("meta").textContent = facts.join(" · ");
  byId("state").replaceChildren(pill(view.status), " ", view.error || "", " ",
    view.status === "completed" ? el("span", {}, ...["json", "md", "html"].flatMap((f) =>
      [el("a", { href: `/api/v1/runs/${encodeURIComponent(view.id)}/export.${f}`, download: true }, f.toUpperCase()), " "])) : "");
}

// open shows a run: an ended one from its document, one that goes on from its events.
async function open(id) {
  follower.stop();
  current = null;
  shown = batch;
  try {
    const view = await call("/runs/" + encodeURIComponent(id));
    current = { id, view, state: emptyRun(), doc: null };
    location.hash = "run=" + id;
    byId("welcome").hidden = true;
    byId("analysis").hidden = false;
    byId("classes").replaceChildren();
    byId("cards").replaceChildren();
    drawTitle();
    drawNow();
    if (view.status === "analyzing") follower.follow(id, 0);
    else await finish(id);
    drawReports();
  } catch (error) {
    notice(error.message);
  }
}

// finish replaces what was folded here by the server's document. The run is whole when its status says so.
async function finish(id) {
  const path = "/runs/" + encodeURIComponent(id);
  const view = await call(path + "?wait=30");
  if (!current || current.id !== id) return;
  if (view.status === "analyzing") {
    setTimeout(() => current && current.id === id && finish(id), 1000);
    return;
  }
  const doc = await call(path + "/document");
  const tail = await call(`${path}/feed?after=${Math.max(0, view.last_seq - 300)}`);
  if (!current || current.id !== id) return;
  follower.stop();
  current.view = view;
  current.doc = doc;
  current.state = fromDocument(doc, view);
  for (const { event } of tail.events) {
    const line = describe(event);
    if (line) current.state.activity.push({ at: event.at, agent: event.agent, line });
  }
  drawTitle();
  drawNow();
  const successor = view.successors[view.successors.length - 1];
  if (view.status === "error" && successor) {
    byId("state").append(el("button", { type: "button", onclick: () => open(successor) }, "Follow the run that took over"));
  }
  refresh();
}

async function refresh() {
  try {
    [{ reports }, { runs }] = await Promise.all([call("/reports"), call("/runs")]);
    drawReports();
  } catch (error) {
    notice(error.message);
  }
}

function drawReports() {
  byId("no-reports").hidden = reports.length > 0;
  byId("reports").replaceChildren(...reports.map((r) => {
    const mine = runs.filter((x) => x.report_id === r.id);
    const ready = ["parsed", "completed", "error"].includes(r.status) && !(r.status === "error" && !r.preview);
    return el("li", {},
      el("span", { class: "name" }, (r.preview && r.preview.title) || r.filename),
      el("small", {}, [r.filename, r.preview && r.preview.pages ? r.preview.pages + " pages" : "", new Date(r.submitted_at).toLocaleString()].filter(Boolean).join(" · ")),
      pill(r.status), r.error ? el("small", {}, r.error) : "",
      mine.length ? el("ul", {}, ...mine.map((x) => el("li", {}, el("button", {
        type: "button", "aria-current": String(current != null && current.id === x.id), onclick: () => open(x.id),
      }, new Date(x.requested_at).toLocaleString([], { dateStyle: "short", timeStyle: "short" }), pill(x.status))))) : "",
      ready ? el("button", { type: "button", class: "start", onclick: () => start(r.id) }, mine.length ? "Analyse again" : "Begin analysis") : "");
  }));
}

async function start(report) {
  notice("");
  try {
    const { run_id } = await call(`/analysis/${encodeURIComponent(report)}/start`, { method: "POST" });
    await open(run_id);
    await refresh();
  } catch (error) {
    notice(error.message);
  }
}

async function upload(file) {
  if (!file) return;
  notice("");
  const form = new FormData();
  form.append("file", file);
  byId("upload").classList.add("busy");
  try {
    const report = await call("/reports", { method: "POST", body: form });
    await refresh();
    watch(report.id);
  } catch (error) {
    notice(error instanceof Problem ? error.message : "The upload failed.");
  } finally {
    byId("upload").classList.remove("busy");
    byId("file").value = "";
  }
}

// watch refreshes the list as a report goes from uploaded to parsing to parsed.
async function watch(id) {
  for (let status = ""; ;) {
    const report = await call(`/reports/${encodeURIComponent(id)}?wait=${status === "parsing" ? 30 : 1}`).catch(() => null);
    if (!report) return;
    if (report.status !== status) await refresh();
    status = report.status;
    if (status !== "uploaded" && status !== "parsing") return;
  }
}

const drop = byId("upload");
for (const name of ["dragover", "dragenter"]) drop.addEventListener(name, (e) => { e.preventDefault(); drop.classList.add("over"); });
for (const name of ["dragleave", "drop"]) drop.addEventListener(name, () => drop.classList.remove("over"));
drop.addEventListener("drop", (e) => { e.preventDefault(); upload(e.dataTransfer.files[0]); });
for (const name of ["dragover", "drop"]) window.addEventListener(name, (e) => e.preventDefault()); // a miss must not open the file
byId("file").addEventListener("change", (e) => upload(e.target.files[0]));
byId("search").addEventListener("input", (e) => { filter.search = e.target.value; if (current) refilter(); });
byId("priority").addEventListener("change", (e) => { filter.priority = e.target.value; if (current) refilter(); });
byId("type").append(...["geographic", "quantitative", "legal_governance", "strategic", "environmental"].map((t) => el("option", { value: t }, words(t))));
byId("type").addEventListener("change", (e) => { filter.type = e.target.value; if (current) refilter(); });
byId("more").addEventListener("click", () => { shown += batch; current.state.dirty = true; drawNow(); });

await refresh();
const asked = new URLSearchParams(location.hash.slice(1)).get("run") || (runs[0] && runs[0].id);
if (asked) open(asked);
for (const r of reports) if (["uploaded", "parsing"].includes(r.status)) watch(r.id);
setInterval(() => { if (!document.hidden) refresh(); }, 15000);
