// A person's ruling on a claim. The machine's verdict stays beside it.

import { useState, type FormEvent } from "react";
import type { RunStore } from "../run/store.ts";
import { Problem, send } from "../server.ts";
import type { Verdict, VerdictClass } from "../types.ts";
import { verdictClasses, words } from "../words.ts";

export function Review({ store, v }: { store: RunStore; v: Verdict }) {
  const [verdict, setVerdict] = useState<VerdictClass>(v.verdict);
  const [by, setBy] = useState(localStorage.getItem("reviewer") ?? "");
  const [reason, setReason] = useState("");
  const [state, setState] = useState<{ busy?: boolean; error?: string; done?: string }>({});
  const rule = async (e: FormEvent) => {
    e.preventDefault();
    setState({ busy: true });
    try {
      localStorage.setItem("reviewer", by);
      const answer = await send<{ verdict: Verdict | null }>("POST", `/runs/${encodeURIComponent(store.id)}/overrides`, { claim_id: v.claim_id, verdict, by, reason });
      if (answer.verdict) {
        store.state.verdicts.set(v.claim_id, answer.verdict);
        store.changed();
      }
      setState({ done: answer.verdict ? "The ruling stands, with the machine's verdict beside it." : "The ruling is on record; the verdict follows in a moment." });
      setReason("");
    } catch (error) {
      setState({ error: error instanceof Problem ? error.message : String(error) });
    }
  };
  return (
    <details className="review"><summary>Review: rule on this claim</summary>
      {v.override && <p className="notice small">Ruled by {v.override.by}: {v.override.reason}{v.override.machine && ` The machine says ${words(v.override.machine.verdict).toLowerCase()}.`}</p>}
      <form className="stack tight" onSubmit={rule}>
        <div className="row">
          <label>Verdict <select value={verdict} onChange={(e) => setVerdict(e.target.value as VerdictClass)}>{verdictClasses.map((c) => <option key={c} value={c}>{words(c)}</option>)}</select></label>
          <label>Your name <input required maxLength={200} value={by} onChange={(e) => setBy(e.target.value)} autoComplete="name" /></label>
        </div>
        <label>Why, for whoever reads it later <textarea required maxLength={2000} value={reason} onChange={(e) => setReason(e.target.value)} /></label>
        <div className="row"><button className="primary" disabled={state.busy}>{state.busy ? "Saving …" : "Rule"}</button>
          <span role="status">{state.done}</span>{state.error && <span role="alert" className="soft">{state.error}</span>}</div>
      </form>
    </details>
  );
}
