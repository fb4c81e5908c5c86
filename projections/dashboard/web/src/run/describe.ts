// One line for people about an event of the feed.

import type { FeedEvent } from "../types.ts";
import { words } from "../words.ts";

// describe gives nothing for events that only the machinery cares about, and for those that another event says, too.
export function describe(e: FeedEvent): string {
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

// plainNames says names of agents and checks as people do.
const plainNames = (text: string) => text.replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) => words(name).toLowerCase());

function activity(name: string, d: FeedEvent["data"]): string {
  switch (name) {
    case "section_extracted": return `Section ${d.section} of ${d.of}: ${d.claims} claims.`;
    case "agent_thinking": case "error": return d.message ?? "";
    case "evidence_found": return plainNames(d.summary ?? "");
    case "consistency_check": return `${words(d.check_name)}: ${d.result}${d.details?.message ? ". " + d.details.message : ""}`;
    case "search_executed": return `Searched ${d.service}: ${d.results} results.`;
    case "info_response_received": return `Hears from ${words(d.from)}: ${d.summary}`;
    case "suspicious_content": return `Suspicious content on page ${d.page}: ${words(d.kind).toLowerCase()}.`;
    case "evidence_evaluation": return plainNames(d.evaluation_summary ?? "");
  }
  return ""; // said by the event itself
}
