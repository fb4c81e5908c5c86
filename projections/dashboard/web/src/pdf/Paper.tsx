// One page: drawn as it is printed, with its text over it for selection, and with marks where intake has found them.

import { memo, useEffect, useRef, useState } from "react";
import type { Rect } from "../types.ts";
import type { PDFDocumentProxy, PDFPageProxy } from "./engine.ts";
import { TextLayer } from "./engine.ts";
import { hits } from "./find.ts";

export interface Mark { id: string; kind: "claim" | "fact" | "hidden"; rects: Rect[]; tone: string; label: string }

interface Props { pdf: PDFDocumentProxy; number: number; scale: number; width: number; height: number; marks: Mark[]; chosen: string; note: string; find: string; onMark: (m: Mark) => void; onSize: (n: number, w: number, h: number) => void }

export const Paper = memo(function Paper({ pdf, number, scale, width, height, marks, chosen, note, find, onMark, onSize }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState<PDFPageProxy | null>(null);
  const [failed, setFailed] = useState("");
  const [layer, setLayer] = useState<TextLayer | null>(null);
  useEffect(() => {
    let gone = false;
    pdf.getPage(number).then((p) => {
      if (gone) return;
      const v = p.getViewport({ scale: 1 });
      onSize(number, v.width, v.height);
      setPage(p);
    }, (e) => !gone && setFailed(String(e?.message ?? e)));
    return () => { gone = true; };
  }, [pdf, number, onSize]);
  useEffect(() => {
    if (!page || !canvas.current || !text.current) return;
    const viewport = page.getViewport({ scale });
    const sharp = Math.min(window.devicePixelRatio || 1, 2);
    const c = canvas.current;
    c.width = Math.floor(viewport.width * sharp);
    c.height = Math.floor(viewport.height * sharp);
    const drawing = page.render({ canvas: c, viewport, transform: sharp === 1 ? undefined : [sharp, 0, 0, sharp, 0, 0] });
    drawing.promise.then(() => { c.dataset.drawn = "true"; }, (e) => { if (e?.name !== "RenderingCancelledException") setFailed(String(e?.message ?? e)); });
    const box = text.current;
    box.replaceChildren();
    box.style.setProperty("--total-scale-factor", String(scale));
    const words = new TextLayer({ textContentSource: page.streamTextContent(), container: box, viewport });
    words.render().then(() => setLayer(words), () => {}); // a cancelled layer is replaced by the next one
    return () => { drawing.cancel(); words.cancel(); };
  }, [page, scale]);
  useEffect(() => {
    if (!layer) return;
    const found = find ? hits(layer.textContentItemsStr, find) : new Set<number>();
    layer.textDivs.forEach((d, i) => d.classList.toggle("hit", found.has(i)));
  }, [layer, find]);
  return (
    <div className="paper" style={{ width: width * scale, height: height * scale }} data-page={number} aria-label={"Page " + number} role="group">
      <canvas ref={canvas} aria-hidden="true" />
      <div ref={text} className="textLayer" />
      {marks.flatMap((m) => m.rects.map((r, i) => (
        <button key={m.id + i} className={m.kind === "hidden" ? "hidden-text" : "mark " + m.tone} data-mark={m.id} aria-current={m.id === chosen ? "true" : undefined} aria-label={m.label} title={m.label} tabIndex={i === 0 ? 0 : -1} onClick={() => onMark(m)}
          style={{ left: r[0] * scale, top: r[1] * scale, width: Math.max(3, (r[2] - r[0]) * scale), height: Math.max(3, (r[3] - r[1]) * scale) }} />
      )))}
      {note && <p className="note">{note}</p>}
      {failed && <p className="note" role="alert">This page could not be drawn: {failed}</p>}
    </div>
  );
});
