// The analysis as files, to be kept and handed on.

import { useEffect, useState } from "react";
import { Problemed } from "../parts/Bits.tsx";
import type { RunStore } from "../run/store.ts";
import { call, Problem, save } from "../server.ts";
import { count } from "../words.ts";

const formats: [string, string, string][] = [
  ["json", "JSON", "the whole analysis, described by a published schema"], ["html", "HTML", "one file to be read or printed, with everything in it"], ["md", "Markdown", "text for notes and tickets"],
  ["xlsx", "Excel", "claims, checks and disclosures as typed tables"], ["csv", "CSV", "the same for any other program"],
];

export function Exports({ store }: { store: RunStore }) {
  const [known, setKnown] = useState<string[]>(["json", "html", "md"]);
  const [error, setError] = useState("");
  useEffect(() => {
    call<{ paths: Record<string, unknown> }>("/openapi.json").then((api) => setKnown(formats.map(([f]) => f).filter((f) => `/api/v1/runs/{run}/export.${f}` in api.paths)), () => {}); // the three that every server has stay listed
  }, []);
  if (store.view?.status !== "completed") return <p className="notice analyzing">Exports are made when the analysis is complete.</p>;
  const take = async (format: string) => {
    setError("");
    try {
      await save(`/runs/${encodeURIComponent(store.id)}/export.${format}`, `${store.id}.${format}`);
    } catch (e) {
      setError(e instanceof Problem ? e.message : String(e));
    }
  };
  return (
    <section className="panel stack" aria-labelledby="h-exports" data-testid="exports"><h2 id="h-exports">Exports</h2>
      <p className="small soft">Each file holds the whole analysis, whatever is filtered in the views: {count(store.shown.claims.size, "claim")}, {count(store.shown.verdicts.size, "verdict")}, {count(store.shown.checks.size, "check")}, {count(store.shown.gaps.size, "open or conditional disclosure")}. A part of the disclosures is saved from their list.</p>
      <ul className="stack tight formats">{formats.filter(([f]) => known.includes(f)).map(([f, name, about]) => <li key={f}><button onClick={() => void take(f)} data-format={f}>{name}</button><span className="soft">{about}</span></li>)}</ul>
      <div className="row"><button onClick={() => window.print()}>Print this view</button></div>
      {error && <Problemed error={error} />}
    </section>
  );
}
