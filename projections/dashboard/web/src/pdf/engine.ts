// The PDF engine, loaded when pages are first shown. It runs without evaluating strings and without WebAssembly, as the
// page's policy asks, takes fonts that a file lacks as bytes and not by address, and reads the file in ranges.

import { getDocument, GlobalWorkerOptions, TextLayer, VerbosityLevel, type PDFDocumentProxy, type PDFPageProxy } from "pdfjs-dist";
import worker from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import { authorization, base } from "../server.ts";

GlobalWorkerOptions.workerSrc = worker;

export type { PDFDocumentProxy, PDFPageProxy };
export { TextLayer };

export function openReport(report: string) {
  return getDocument({
    url: `${base}/reports/${encodeURIComponent(report)}/pdf`, httpHeaders: authorization(), useWasm: false, wasmUrl: "/pdf/wasm/",
    standardFontDataUrl: "/pdf/standard_fonts/", useSystemFonts: false, enableXfa: false, rangeChunkSize: 1 << 18, disableAutoFetch: true, isImageDecoderSupported: false,
    verbosity: VerbosityLevel.ERRORS, // it warns of pages that were left while they were drawn
  });
}
