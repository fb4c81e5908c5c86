// Searching the text of pages. White space and case do not count.

import type { PDFDocumentProxy } from "./engine.ts";

const fold = (s: string) => s.toLowerCase().replace(/\s+/g, "");

// hits names the pieces of a page's text that a search covers.
export function hits(pieces: string[], wanted: string): Set<number> {
  const out = new Set<number>();
  const needle = fold(wanted);
  if (!needle) return out;
  let all = "";
  const owner: number[] = [];
  pieces.forEach((p, i) => { for (const c of fold(p)) { all += c; owner.push(i); } });
  for (let at = all.indexOf(needle); at >= 0; at = all.indexOf(needle, at + 1)) for (let i = at; i < at + needle.length; i++) out.add(owner[i]);
  return out;
}

// Finder keeps the text of pages that were searched.
export class Finder {
  private texts: string[] = [];
  constructor(private pdf: PDFDocumentProxy) {}

  async page(n: number): Promise<string> {
    if (this.texts[n] === undefined) {
      const content = await (await this.pdf.getPage(n)).getTextContent();
      this.texts[n] = fold(content.items.map((i) => ("str" in i ? i.str : "")).join(""));
    }
    return this.texts[n];
  }

  // search goes through all pages, tells of each that has the words, and stops when it is told to.
  async search(wanted: string, told: (pages: number[], done: number) => void, gone: () => boolean) {
    const needle = fold(wanted);
    const found: number[] = [];
    for (let n = 1; n <= this.pdf.numPages; n++) {
      if (gone()) return;
      if (needle && (await this.page(n)).includes(needle)) found.push(n);
      if (n % 10 === 0 || n === this.pdf.numPages) told([...found], n);
    }
  }
}
