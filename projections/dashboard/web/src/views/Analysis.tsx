// /analysis/{report}: the latest run of a report, or its preview where nothing has been analysed yet or ?preview asks for it.

import { useEffect, useState } from "react";
import { useQuery } from "../links.ts";
import { Problemed } from "../parts/Bits.tsx";
import { call, Problem } from "../server.ts";
import type { Report } from "../types.ts";
import { PreviewOf } from "./Preview.tsx";
import { RunShell } from "./RunShell.tsx";

export function Analysis({ report: id }: { report: string }) {
  const [report, setReport] = useState<Report | null>(null);
  const [error, setError] = useState("");
  const [round, setRound] = useState(0);
  const [query] = useQuery();
  useEffect(() => {
    let gone = false;
    const watch = async () => {
      try {
        for (let status = ""; !gone;) {
          const wait = { "": 0, uploaded: 1 }[status] ?? 30; // the server waits for the end of parsing, not for its beginning
          const r = await call<Report>(`/reports/${encodeURIComponent(id)}${wait ? "?wait=" + wait : ""}`);
          if (gone) return;
          setReport(r);
          setError("");
          status = r.status;
          if (r.status !== "uploaded" && r.status !== "parsing") return;
        }
      } catch (e) {
        if (!gone) setError(e instanceof Problem && e.status === 404 ? "There is no such report. It may have been deleted." : e instanceof Problem ? e.message : String(e));
      }
    };
    void watch();
    return () => { gone = true; };
  }, [id, round]);
  if (error) return <Problemed error={error} again={() => setRound(round + 1)} />;
  if (!report) return <div className="empty">Loading the report …</div>;
  if (report.latest_run && !query.has("preview")) return <RunShell key={report.latest_run} run={report.latest_run} part="" place="analysis" />;
  return <PreviewOf report={report} onChange={() => setRound(round + 1)} />;
}
