// The agents as a graph, left to right. A pulse runs along an edge when something has passed over it; the arc below is the
// judge asking again; dashed lines are questions between agents.

import { BaseEdge, EdgeLabelRenderer, getBezierPath, Handle, Position, ReactFlow, type Edge, type EdgeProps, type Node, type NodeProps } from "@xyflow/react";
import "@xyflow/react/dist/style.css";
import { memo, useEffect, useMemo, useRef, useState, type CSSProperties } from "react";
import { tint } from "../parts/Bits.tsx";
import { useNarrow } from "../parts/narrow.ts";
import type { Agent, RunState } from "../run/fold.ts";
import { count, specialists, words } from "../words.ts";

type AgentNode = Node<{ tall: boolean; name: string; state: string; note: string; count: string; chosen: boolean; choose: () => void }, "agent">;
type FlowEdge = Edge<{ tall: boolean; count: number; kind: "work" | "again" | "question"; label: string }, "flow">;

const stateWords: Record<Agent["state"], string> = { waiting: "waiting", ready: "ready", working: "working", done: "done", paused: "paused", silent: "gave nothing" };

const AgentBox = memo(function AgentBox({ data: d }: NodeProps<AgentNode>) {
  return (
    <button className={"node nodrag nopan " + d.state} style={tint(d.name)} aria-pressed={d.chosen} onClick={d.choose} data-agent={d.name} disabled={d.name === "report"}>
      <strong>{d.name === "report" ? "Report" : words(d.name)}</strong>
      <span className="state"><span className="dot" aria-hidden="true" />{d.note}</span><span className="num">{d.count}</span>
      <Handle type="target" position={d.tall ? Position.Top : Position.Left} id="in" isConnectable={false} /><Handle type="source" position={d.tall ? Position.Bottom : Position.Right} id="out" isConnectable={false} />
      <Handle type="source" position={d.tall ? Position.Right : Position.Bottom} id="below" isConnectable={false} /><Handle type="target" position={d.tall ? Position.Right : Position.Bottom} id="back" isConnectable={false} />
    </button>
  );
});

function route(e: EdgeProps<FlowEdge>): [string, number, number] {
  if (e.data?.tall && e.data.kind === "again") {
    const out = (edge - e.sourceX) / 0.75 + e.sourceX;
    return [`M${e.sourceX},${e.sourceY} C${out},${e.sourceY} ${out},${e.targetY} ${e.targetX},${e.targetY}`, e.sourceX + 8, e.sourceY - 56];
  }
  if (e.data?.kind === "again") {
    const low = e.sourceY + (floor - e.sourceY) / 0.75;
    return [`M${e.sourceX},${e.sourceY} C${e.sourceX},${low} ${e.targetX},${low} ${e.targetX},${e.targetY}`, (e.sourceX + e.targetX) / 2, floor - 4];
  }
  if (e.data?.kind === "question") {
    const bulge = e.sourceX + 34 + Math.abs(e.targetY - e.sourceY) / 9;
    return [`M${e.sourceX},${e.sourceY - 8} C${bulge},${e.sourceY} ${bulge},${e.targetY} ${e.sourceX},${e.targetY + 8}`, bulge, (e.sourceY + e.targetY) / 2];
  }
  const [path, x, y] = getBezierPath(e);
  return [path, x, y];
}

const FlowLine = memo(function FlowLine(e: EdgeProps<FlowEdge>) {
  const [path, x, y] = route(e);
  const count = e.data?.count ?? 0;
  const seen = useRef(count);
  const [pulse, setPulse] = useState(0);
  const busy = useRef(false);
  useEffect(() => {
    if (count < seen.current) seen.current = count;
    if (count === seen.current || busy.current) return;
    seen.current = count;
    busy.current = true;
    setPulse((n) => n + 1);
  }, [count, pulse]);
  const kind = e.data?.kind;
  return (
    <>
      <BaseEdge path={path} style={{ stroke: kind === "again" ? "var(--insufficient)" : undefined, strokeDasharray: kind === "question" ? "4 4" : undefined, strokeWidth: kind === "work" ? 1.5 : 1.3, opacity: count ? 1 : 0.35 }} />
      {pulse > 0 && <circle key={pulse} r="4.5" className="pulse" style={{ offsetPath: `path("${path}")` } as CSSProperties} onAnimationEnd={() => { busy.current = false; setPulse((n) => (seen.current === count ? n : n + 1)); }} />}
      {e.data?.label && <EdgeLabelRenderer><span className="tag edge-label" style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}>{e.data.label}</span></EdgeLabelRenderer>}
    </>
  );
});

const nodeTypes = { agent: AgentBox };
const edgeTypes = { flow: FlowLine };
// Specialists stand one below the other, and everything else half-way down.
const step = 94, middle = ((specialists.length - 1) * step) / 2;
const at: Record<string, [number, number]> = { claims: [0, middle], orchestrator: [310, middle], judge: [1000, middle], report: [1310, middle] };
specialists.forEach((a, i) => { at[a] = [655, i * step]; });
const floor = specialists.length * step + 60; // the lowest point of the arc
const ground: [string, [number, number]] = ["ground", [655, floor - 50]]; // keeps the arc in sight

// On a phone the graph goes from top to bottom, with specialists in two columns, so that its words can be read.
const tallStep = 92, top = 200, foot = top + Math.ceil(specialists.length / 2) * tallStep + 24;
const atTall: Record<string, [number, number]> = { claims: [95, 0], orchestrator: [95, tallStep], judge: [95, foot], report: [95, foot + tallStep] };
specialists.forEach((a, i) => {
  const alone = i % 2 === 0 && i === specialists.length - 1;
  atTall[a] = [alone ? 95 : (i % 2) * 190, top + Math.floor(i / 2) * tallStep];
});
const edge = 390; // how far the arc goes to the right
const groundTall: [string, [number, number]] = ["ground", [edge - 165, foot - 170]];

const figure = (n: number) => n.toLocaleString("en");
const part = (n: number, of: number) => (n === of ? figure(n) : `${figure(n)} of ${figure(of)}`); // a node has room for one line

function counted(r: RunState, name: string): string {
  const a = r.agents[name];
  if (name === "claims") return r.claimsTotal === null ? `${figure(a.findings)} so far` : count(r.claimsTotal, "claim");
  if (name === "orchestrator") return count(r.asked, "assignment");
  if (name === "judge") return part(r.verdicts.size, r.claims.size) + " judged";
  return a.asked ? part(a.answered, a.asked) + " answered" : "not asked";
}

export default memo(function Graph({ state: r, chosen, choose, version }: { state: RunState; chosen: string; choose: (agent: string) => void; version: number }) {
  const tall = useNarrow();
  const nodes = useMemo((): AgentNode[] => (tall ? [...Object.entries(atTall), groundTall] : [...Object.entries(at), ground]).map(([name, [x, y]]): AgentNode => {
    if (name === ground[0]) return { id: name, type: "agent", position: { x, y }, style: { visibility: "hidden" }, data: { tall, name, state: "", note: "", count: "", chosen: false, choose: () => {} } };
    const a = r.agents[name];
    const state = name === "report" ? (r.ended ? "done" : "waiting") : a.state;
    return {
      id: name, type: "agent", position: { x, y }, draggable: false, selectable: false, focusable: false,
      data: { tall, name, state, chosen: chosen === name, choose: () => choose(chosen === name ? "" : name), note: name === "report" ? (r.ended ? r.ended.status : "waiting") : a.state === "paused" ? "paused: " + a.note : stateWords[a.state], count: name === "report" ? `${r.gapsTotal ?? 0} open disclosures` : counted(r, name) },
    };
  }), [r, chosen, choose, version, tall]); // eslint-disable-line react-hooks/exhaustive-deps -- the state is folded in place; version tells
  const edges = useMemo((): FlowEdge[] => {
    const line = (source: string, target: string, kind: "work" | "again" | "question" = "work", label = ""): FlowEdge => ({
      id: source + ">" + target, source, target, type: "flow", focusable: false, selectable: false,
      sourceHandle: kind === "again" ? "below" : "out", targetHandle: kind === "again" ? "back" : "in", data: { tall, kind, label, count: r.flow[source + ">" + target] ?? 0 },
    });
    const cycles = r.flow["judge>orchestrator"] ?? 0;
    return [
      line("claims", "orchestrator"), ...specialists.flatMap((a) => [line("orchestrator", a), line(a, "judge")]), line("judge", "report"),
      line("judge", "orchestrator", "again", cycles ? `cycle ${r.cycle}: ${cycles} asked again` : ""),
      ...Object.keys(r.flow).map((k) => k.split(">")).filter(([a, b]) => specialists.includes(a) && specialists.includes(b)).map(([a, b]) => line(a, b, "question")),
    ];
  }, [r, version, tall]); // eslint-disable-line react-hooks/exhaustive-deps
  return (
    <div className="graph" role="group" aria-label="The agents and what passes between them" data-testid="graph">
      <ReactFlow key={String(tall)} nodes={nodes} edges={edges} nodeTypes={nodeTypes} edgeTypes={edgeTypes} fitView fitViewOptions={{ padding: 0.06 }} nodesConnectable={false} nodesFocusable={false} edgesFocusable={false}
        elementsSelectable={false} panOnDrag={false} zoomOnScroll={false} zoomOnPinch={false} zoomOnDoubleClick={false} preventScrolling={false} minZoom={0.2} maxZoom={1.2} proOptions={{ hideAttribution: true }} />
    </div>
  );
});
