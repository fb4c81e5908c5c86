// What people say about a part of a run: comments, who looks after it, that it is settled or set aside, the company's
// answer, the sign-off of the whole. Each has its author and reason, stands beside what the machine found, and can be withdrawn.

import { useEffect, useState, type FormEvent } from "react";
import type { RunStore } from "../run/store.ts";
import { Problem, send } from "../server.ts";
import type { Remark, RemarkAction } from "../types.ts";
import { count } from "../words.ts";

export type Part = "run" | "claim" | "finding" | "check" | "gap" | "matter";

// actions are what can be done about each part, the plainest first.
const actions: Record<Part, RemarkAction[]> = {
  run: ["comment", "assign", "resolve", "sign_off", "reply"], claim: ["comment", "assign", "resolve", "reply"], finding: ["comment", "set_aside", "uphold", "reply"],
  check: ["comment", "set_aside", "uphold", "reply"], gap: ["comment", "set_aside", "uphold", "reply"], matter: ["comment", "assign", "resolve", "set_aside", "uphold", "reply"],
};

const said: Record<RemarkAction, string> = {
  comment: "comments", assign: "assigns it", resolve: "calls it settled", set_aside: "sets it aside", uphold: "upholds it", sign_off: "signs off", reply: "answers for the company", withdraw: "withdraws",
};

const doing: Record<RemarkAction, string> = {
  comment: "Comment", assign: "Assign", resolve: "Call it settled", set_aside: "Set aside", uphold: "Uphold", sign_off: "Sign off", reply: "Answer for the company", withdraw: "Withdraw",
};

export function Remarks({ store, part, of = "", open = false }: { store: RunStore; part: Part; of?: string; open?: boolean }) {
  useEffect(() => { void store.readRemarks(); }, [store]);
  const list = (store.remarks ?? []).filter((r) => r.part === part && r.of === of && r.action !== "withdraw");
  return (
    <details className="review remarks" open={open} data-testid={"remarks-" + part}><summary>{list.length ? count(list.length, "remark") : "Say something about it"}</summary>
      <Listed store={store} list={list} />
      <Form store={store} part={part} of={of} />
    </details>
  );
}

// Listed shows remarks in the order in which they were made.
export function Listed({ store, list, named }: { store: RunStore; list: Remark[]; named?: (r: Remark) => React.ReactNode }) {
  const [error, setError] = useState("");
  const [asked, setAsked] = useState("");
  if (list.length === 0) return null;
  const withdraw = async (e: FormEvent<HTMLFormElement>, r: Remark) => {
    e.preventDefault();
    const form = new FormData(e.currentTarget);
    setError("");
    try {
      await say(store, { action: "withdraw", part: r.part, of: r.of, by: String(form.get("by")), reason: String(form.get("reason")), withdraw: r.id });
      setAsked("");
    } catch (problem) {
      setError(problem instanceof Problem ? problem.message : String(problem));
    }
  };
  return (
    <>
      <ul className="stack tight small" aria-label="Remarks">{list.map((r) => (
        <li key={r.id} data-remark={r.action} className={r.withdrawn ? "withdrawn" : ""}>
          <p className="row"><strong>{r.by}</strong> {said[r.action]}{r.assignee && ` to ${r.assignee}`} <span className="soft">{r.at.slice(0, 10)}</span>{named?.(r)}
            {r.withdrawn ? <span className="soft">withdrawn</span> : <button className="quiet" onClick={() => setAsked(asked === r.id ? "" : r.id)} aria-expanded={asked === r.id}>Withdraw</button>}</p>
          <blockquote>{r.reason}</blockquote>
          {asked === r.id && (
            <form className="row" onSubmit={(e) => void withdraw(e, r)}>
              <label>Your name <input name="by" required maxLength={200} defaultValue={localStorage.getItem("reviewer") ?? ""} autoComplete="name" /></label>
              <label>Why <input name="reason" required maxLength={2000} /></label><button>Withdraw it</button>
            </form>
          )}
        </li>
      ))}</ul>
      {error && <p role="alert" className="soft">{error}</p>}
    </>
  );
}

function Form({ store, part, of }: { store: RunStore; part: Part; of: string }) {
  const [action, setAction] = useState<RemarkAction>("comment");
  const [by, setBy] = useState(localStorage.getItem("reviewer") ?? "");
  const [reason, setReason] = useState("");
  const [assignee, setAssignee] = useState("");
  const [state, setState] = useState<{ busy?: boolean; error?: string; done?: string }>({});
  const record = async (e: FormEvent) => {
    e.preventDefault();
    setState({ busy: true });
    try {
      localStorage.setItem("reviewer", by);
      await say(store, { action, part, of, by, reason, ...(action === "assign" ? { assignee } : {}) });
      setState({ done: "It is on record." });
      setReason("");
    } catch (error) {
      setState({ error: error instanceof Problem ? error.message : String(error) });
    }
  };
  return (
    <form className="stack tight" onSubmit={(e) => void record(e)}>
      <div className="row">
        <label>What <select value={action} onChange={(e) => setAction(e.target.value as RemarkAction)}>{actions[part].map((a) => <option key={a} value={a}>{doing[a]}</option>)}</select></label>
        <label>Your name <input required maxLength={200} value={by} onChange={(e) => setBy(e.target.value)} autoComplete="name" /></label>
        {action === "assign" && <label>To whom <input required maxLength={200} value={assignee} onChange={(e) => setAssignee(e.target.value)} /></label>}
      </div>
      <label>{action === "comment" ? "What is to be said" : action === "reply" ? "The company's answer" : "Why"} <textarea required maxLength={10000} value={reason} onChange={(e) => setReason(e.target.value)} /></label>
      <div className="row"><button className="primary" disabled={state.busy}>{state.busy ? "Saving …" : "Record"}</button><span role="status">{state.done}</span>
        {state.error && <span role="alert" className="soft">{state.error}</span>}</div>
    </form>
  );
}

interface Said { action: RemarkAction; part: string; of: string; by: string; reason: string; assignee?: string; withdraw?: string }

// say records a remark and shows it. What is on record and not shown by the server yet is shown as it was answered.
async function say(store: RunStore, remark: Said) {
  const { review } = await send<{ review: Remark }>("POST", `/runs/${encodeURIComponent(store.id)}/reviews?wait=2`, remark);
  await store.readRemarks(true);
  if (!store.remarks?.some((r) => r.id === review.id)) {
    store.remarks = [...(store.remarks ?? []).map((r) => (r.id === remark.withdraw ? { ...r, withdrawn: true } : r)), review];
  }
  store.changed();
}

