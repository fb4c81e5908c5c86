// One line for people about an event of the feed.

import type { FeedEvent } from "../types.ts";
import { agents, words } from "../words.ts";

// describe gives nothing for events that only the machinery cares about, and for those that another event says, too.
export const describe = (e: FeedEvent) => plainNames(told(e));

function told(e: FeedEvent): string {
  const d = e.data ?? {};
  switch (e.type) {
    case "analysis.requested": return "An analysis was asked for.";
    case "run.opened": return `The report has ${d.pages} pages in ${d.sections} sections.`;
    case "run.failed": return "The run cannot go on: " + d.error;
    case "claims.completed": return `${d.claims} claims to look into; ${d.duplicates} repeats were left out.`;
    case "agent.paused": return "Waits: " + d.reason;
    case "agent.resumed": return "Goes on.";
    case "finding.unable": return `${words(d.agent)} gives no finding: ${d.reason}`;
    case "reinvestigation.requested": return "Asks again: " + d.gap;
    case "info.requested": return `Asks ${d.to ? words(d.to) : "for " + words(d.kind).toLowerCase()}: ${d.question}`;
    case "verdict.issued": return `${words(d.verdict)}, ${d.confidence} confidence${d.override ? `, as ${d.override.by} has ruled` : ""}.`;
    case "verdict.overridden": return `${d.by} rules: ${words(d.verdict)}, since ${d.reason}`;
    case "gap.found": return `${d.paragraph}: ${words(d.status).toLowerCase()}.`;
    case "gaps.assessed": return `${d.gaps} required disclosures are open.`;
    case "analysis.completed": return d.status === "error" ? "Ended in error: " + d.error : "The analysis is complete.";
    case "activity.reported": return activity(e.event ?? "", d);
  }
  return "";
}

const begins = new RegExp(`(?<=^|[.?!] )(?:${agents.join("|")})\\b`, "g");

// plainNames says names of agents and checks as people do, and begins as a sentence.
const plainNames = (text: string) => text.replace(begins, (name) => words(name)).replace(/(?<![\w./-])[a-z]+(?:_[a-z]+)+(?![\w./-]*[\w/])/g, (name) => words(name).toLowerCase()).replace(/^[a-z]/, (x) => x.toUpperCase());

const named = (list: string[] | undefined) => (list ?? []).map((a) => words(a)).join(", ");

// What happens to claims, sections and questions between what people are told of; the ledger says it, too.
const machinery: Record<string, (d: FeedEvent["data"]) => string> = {
  "report.parsed": (d) => `Section ${d.section} of ${d.of} can be read: pages ${d.page_from} to ${d.page_to}.`,
  "section.extracted": (d) => `Section ${d.section} of ${d.of} gave ${d.count} claims${d.error ? ": " + d.error : "."}`,
  "section.indexed": (d) => `${d.passages ?? 0} passages of section ${d.section} can be searched.`,
  "report.routed": (d) => `${words(d.agent)} is given the report as a whole.`,
  "agent.started": (d) => `${words(d.agent)} begins.`,
  "agent.working": (d) => `${words(d.agent)} is still at it.`,
  "claim.extracted": (d) => d.text,
  "claim.routed": (d) => `Given to ${named((d.agents ?? []).map((a: { agent: string }) => a.agent))}: ${d.claim?.text ?? ""}`,
  "claim.resumed": (d) => `What ${words(d.agent)} has asked has ended.`,
  "case.opened": (d) => `The judge waits for answers: ${d.claim?.text ?? ""}`,
  "case.registered": (d) => `Pass ${d.iteration ?? 1} is with ${named(d.agents)}.`,
  "case.closed": (d) => `Ruled on in pass ${d.iteration ?? 1}: ${words(d.verdict).toLowerCase()}.`,
  "finding.produced": (d) => d.summary,
  "finding.reported": (d) => `${words(d.agent)} has answered${d.claim_id ? "" : " for the report as a whole"}.`,
  "check.performed": (d) => `${words(d.name)}: ${d.result}. ${d.message ?? ""}`,
  "coverage.assessed": (d) => `${words(d.pillar)} was compared: ${d.fully_addressed ?? 0} of ${d.total ?? 0} fully addressed.`,
  "request.routed": (d) => `Handed to ${words(d.to)}: ${d.question}`,
  "request.waiting": () => "Answers are waited for.",
  "request.answered": (d) => `An answer for ${words(d.to)}: ${d.answer}`,
  "request.closed": (d) => `The question of ${words(d.request?.from)} has ended: ${words(d.status).toLowerCase()}.`,
  "info.provided": (d) => `${words(d.from)} answers ${words(d.to)}: ${d.answer}`,
  "review.recorded": (d) => `${d.by}: ${words(d.action).toLowerCase()}. ${d.reason ?? ""}`,
};

// narrate says of any event what happened; activities are named after what they tell.
export const narrate = (e: FeedEvent) => describe(e) || plainNames(machinery[e.type]?.(e.data ?? {}) ?? "");

function activity(name: string, d: FeedEvent["data"]): string {
  switch (name) {
    case "section_extracted": return `Section ${d.section} of ${d.of}: ${d.claims} claims.`;
    case "agent_thinking": case "error": return d.message ?? "";
    case "evidence_found": return d.summary ?? "";
    case "consistency_check": return `${words(d.check_name)}: ${d.result}${d.details?.message ? ". " + d.details.message : ""}`;
    case "search_executed": return `Searched ${d.service}: ${d.results} results.`;
    case "info_response_received": return `Hears from ${words(d.from)}: ${d.summary}`;
    case "suspicious_content": return `Suspicious content on page ${d.page}: ${words(d.kind).toLowerCase()}.`;
    case "evidence_evaluation": return (d.evaluation_summary ?? "").replace(/; sufficiency .*; score [\d.]+; by this (\w+)$/, "; so far $1."); // scores are told with the verdict
  }
  return ""; // said by the event itself
}
