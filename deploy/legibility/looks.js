// What is looked at in a page: whether it fits, and whether it can be followed without seeing it. Answers a list of
// sentences; an empty one if nothing is wrong.
((paper) => {
  const wrong = [];
  const wide = document.documentElement.scrollWidth - window.innerWidth;
  if (wide > 1) wrong.push("the page is " + wide + " px too wide");
  let last = 0;
  for (const h of document.querySelectorAll("h1,h2,h3,h4")) {
    const n = +h.tagName[1];
    if (n > last + 1) wrong.push("a heading of level " + n + " after one of level " + last + ": " + h.textContent);
    last = n;
  }
  const ids = new Set();
  for (const e of document.querySelectorAll("[id]")) {
    if (ids.has(e.id)) wrong.push("the id " + e.id + " stands twice");
    ids.add(e.id);
  }
  for (const e of document.querySelectorAll("[aria-labelledby]"))
    if (!ids.has(e.getAttribute("aria-labelledby"))) wrong.push("no label " + e.getAttribute("aria-labelledby"));
  for (const e of document.querySelectorAll("a[href^='#']"))
    if (!ids.has(e.getAttribute("href").slice(1))) wrong.push("nothing at " + e.getAttribute("href"));
  for (const e of document.querySelectorAll("th")) if (!e.scope) wrong.push("a head of a table without scope: " + e.textContent);
  for (const e of document.querySelectorAll("ul > :not(li), ol > :not(li)")) wrong.push("a list holds " + e.tagName);
  if (document.querySelectorAll("main").length !== 1 || !document.documentElement.lang) wrong.push("no main part, or no language");
  if (performance.getEntriesByType("resource").length) wrong.push("something is loaded");
  const told = new Set();
  const tell = (what) => { if (told.size < 8 && !told.has(what)) { told.add(what); wrong.push(what); } };
  const short = (e) => e.textContent.trim().slice(0, 60);
  // Text that is cut off cannot be read by anyone, and a note that is larger than what it belongs to is read first.
  for (const e of document.querySelectorAll("main *, header *")) {
    if (!e.checkVisibility()) continue;
    const style = getComputedStyle(e);
    if (e.clientHeight > 4 && style.overflowY === "hidden" && e.scrollHeight > e.clientHeight + 2) tell("cut off: " + short(e));
    const beside = getComputedStyle(e.parentElement);
    if (e.matches("li > *, td > *, th > *, p > *, small") && parseFloat(style.fontSize) > parseFloat(beside.fontSize) * 1.01 && !/^H\d$/.test(e.tagName))
      tell("larger than what it stands beside: " + short(e));
  }
  for (const a of document.querySelectorAll("a[href*='#page=']"))
    if (a.checkVisibility() && a.getClientRects().length > 1) tell("a page is named on two lines: " + short(a) + " of " + short(a.parentElement));
  for (const row of document.querySelectorAll("table.stack tbody tr")) {
    const heads = row.closest("table").querySelectorAll("thead th");
    [...row.children].forEach((cell, i) => { if (cell.tagName === "TD" && cell.dataset.h !== heads[i]?.textContent) tell("a cell is labelled " + cell.dataset.h + " below " + heads[i]?.textContent); });
  }
  if (!paper && window.innerWidth < 640) {
    // A phone shows what is folded away in full width, too: a table that reaches further is read by nobody who does not push it aside.
    const shut = [...document.querySelectorAll("details:not([open])")];
    shut.forEach((d) => { d.open = true; });
    for (const t of document.querySelectorAll("table"))
      if (t.checkVisibility() && t.getBoundingClientRect().right > window.innerWidth + 1) tell("a table reaches over the phone's edge: " + short(t));
    shut.forEach((d) => { d.open = false; });
  }
  if (paper) {
    // Paper cannot be scrolled or enlarged: nothing reaches over the sheet's edge, and nothing is smaller than 7 points.
    const least = (7 * 96) / 72;
    for (const e of document.querySelectorAll("main *, header *")) {
      const text = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim() !== "");
      if (!text || !e.checkVisibility()) continue;
      const box = e.getBoundingClientRect();
      if (box.right > window.innerWidth + 1) tell("over the sheet's edge: " + short(e));
      if (parseFloat(getComputedStyle(e).fontSize) < least) tell("printed too small: " + short(e));
    }
    const shut = [...document.querySelectorAll("details > :not(summary)")].filter((e) => e.parentElement.checkVisibility() && !e.checkVisibility({ contentVisibilityAuto: true }));
    if (shut.length) wrong.push(shut.length + " parts are folded away on paper, where nobody can open them");
  }
  return wrong.slice(0, 20);
})
