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
  if (paper) {
    // Paper cannot be scrolled or enlarged: nothing reaches over the sheet's edge, and nothing is smaller than 7 points.
    const least = (7 * 96) / 72;
    const told = new Set();
    const tell = (what) => { if (told.size < 5 && !told.has(what)) { told.add(what); wrong.push(what); } };
    for (const e of document.querySelectorAll("main *, header *")) {
      const text = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim() !== "");
      if (!text || !e.checkVisibility()) continue;
      const box = e.getBoundingClientRect();
      if (box.right > window.innerWidth + 1) tell("over the sheet's edge: " + e.textContent.trim().slice(0, 60));
      if (parseFloat(getComputedStyle(e).fontSize) < least) tell("printed too small: " + e.textContent.trim().slice(0, 60));
    }
    const shut = [...document.querySelectorAll("details > :not(summary)")].filter((e) => e.parentElement.checkVisibility() && !e.checkVisibility({ contentVisibilityAuto: true }));
    if (shut.length) wrong.push(shut.length + " parts are folded away on paper, where nobody can open them");
  }
  return wrong.slice(0, 20);
})
