// The shapes that the page reads: the analysis document, the API's answers and the events of a run, as far as they are shown.

export type VerdictClass = "verified" | "unverified" | "contradicted" | "insufficient_evidence";
export type ClaimType = "geographic" | "quantitative" | "legal_governance" | "strategic" | "environmental";
export type Priority = "high" | "medium" | "low";
export type GapStatus = "not_addressed" | "partially_addressed" | "could_not_assess" | "conditional" | "referenced_elsewhere" | "fully_addressed";
export type Rect = [number, number, number, number];
export type RunStatus = "analyzing" | "completed" | "error";

export interface Claim {
  id: string; text: string; type: ClaimType; priority: Priority; page: number; page_label: string;
  quote: { text: string; start: number; end: number; rects: Rect[] };
  anchored: boolean; context: string; reasoning: string; source: string;
  paragraphs: { id: string; pillar: string; relevance: string }[];
}
export interface Evidence {
  origin: string; source: string; page: number | null; quote: string; url: string; date: string; tier: number | null;
  row?: number | null; publisher?: string; document?: string;
}
export interface SubRequirement { id: string; requirement: string; addressed: boolean; origin?: string; page?: number; quote?: string; heads?: string; gap_reason?: string }
export interface Mapping {
  paragraph_id: string; pillar: string; section: string; requirement: string; compliance_status: GapStatus; note?: string;
  sub_requirements: SubRequirement[]; s1_counterparts: string[]; materiality?: string;
}
export interface Place {
  document: string; title: string; kind: string; publisher: string; tier: number; published_date: string; url: string; page?: number; row?: number;
  snippet: string; relation: "supports" | "contradicts" | "neutral"; contradiction_kind: string; place?: string; figure: string; why: string;
}
export interface Target {
  base_year: number; target_year: number; target_percentage: string; required_annual_points: string; required_annual_percentage: string;
  assessment: string; reason: string; historical_annual_points?: string; remaining_annual_points?: string; benchmark_annual_points?: string; benchmark_source?: string;
}
export interface Benchmark { metric: string; reported: string; unit: string; benchmark: string; source: string; assessment: string }
export interface Details {
  ifrs_mappings?: Mapping[]; check_ids?: string[]; target_achievability?: Target | null; benchmark_comparison?: Benchmark | null; missing_data?: string[];
  relations?: Place[]; searched?: string[]; documents?: number; unreadable?: string[];
  other?: { not_configured: string[]; would_help: string[]; observations: string[]; site?: { location?: GeoLocation | null; candidates?: GeoLocation[]; bbox?: string[] } | null };
  location?: GeoLocation | null; candidates?: GeoLocation[]; bbox?: string[]; imagery_dates?: string[]; ndvi_before?: Vegetation | null; ndvi_after?: Vegetation | null;
  change?: { difference: string; uncertainty: string } | null; inconclusive?: string; [more: string]: unknown;
}
// Amounts are decimals as text, as everywhere; empty where there is none.
export interface GeoLocation { name: string; country: string; precision: "point" | "shape" | "town" | "land"; latitude: string; longitude: string; source: string }
export interface Vegetation { year: number; mean: string }
export interface Finding {
  id: string; agent: string; claim_id: string; iteration: number; evidence_type: string; summary: string; supports_claim: boolean | null;
  internally_consistent?: boolean | null; confidence: string; score: number; origins: string[]; evidence: Evidence[]; refers_to?: string; details?: Details;
}
export interface Check {
  id: string; name: string; claim_id: string; result: "pass" | "fail" | "inconclusive"; severity: string; message: string;
  inputs: { fact_id: string; label: string; value: string; unit: string; page: number }[];
  working: string; expected: string; stated: string; difference: string; difference_percent: string; explained_by_rounding: boolean;
}
export interface Request { id: string; from: string; to: string; kind: string; claim_id: string; question: string; answer: string; status: string }
export interface Override { verdict?: VerdictClass; by: string; reason: string; at?: string; machine?: { verdict: VerdictClass } }
export interface Verdict {
  id: string; claim_id: string; verdict: VerdictClass; confidence: string; confidence_score: number; score: number; iteration: number;
  dimensions: Record<string, { level: string; score: number }>; origins: string[]; internally_consistent: boolean | null; reasoning: string;
  finding_ids: string[]; paragraphs: { id: string; status: GapStatus }[];
  cycles: { iteration: number; gap: string; queries: string[]; agents: string[]; required_evidence: string; verdict_before: string }[];
  missing_agents: { agent: string; reason: string }[]; revision: number; final: boolean; supersedes: string; override: Override | null;
  basis?: string; narration?: { model: string; outcome: string; problem?: string; proposed?: VerdictClass | null; disagrees?: boolean } | null;
}
export interface Estimate { calls: number; usd: string; unpriced?: number; seconds: number; by_role: { role: string; model: string }[] }
export interface CostPart { name: string; calls: number; cached: number; usd: string }
export interface Costs { total: Omit<CostPart, "name"> & { lost: number; lost_usd: string }; by_role: CostPart[]; by_model: CostPart[] }
export interface Gap {
  id: string; paragraph: string; pillar: string; section: string; requirement: string; status: GapStatus; missing: string[];
  evidence: { page: number; quote: string; heads?: string; note?: string }[]; condition: string; materiality: string; s1_counterpart: string;
  parts?: Part[]; under?: string;
}
// Part is one thing that a disclosure asks for, with what is evidence for it or, where it was not found, what was looked at.
export interface Part { id: string; requirement: string; addressed?: boolean; page?: number; quote?: string; heads?: string; gap_reason?: string }
export interface Coverage {
  total: number; fully_addressed: number; partially_addressed: number; not_addressed: number; could_not_assess: number; conditional: number;
  referenced_elsewhere: number; percent: number | null; addressed?: Addressed[];
}
// Addressed is a disclosure that is fully there, with what is evidence for each part.
export interface Addressed { paragraph: string; requirement: string; parts: Part[] }
export interface Fact { id: string; metric: string; value: string; unit: string; printed: string; period: string; page: number; rect: Rect; quote: string; source: string; row_path: string[]; col_path: string[] }
export interface Suspicious { page: number; kind: string; why: string; quote: string; rect?: Rect }
export interface Document {
  report: {
    id: string; filename: string; title: string; company: string; sector: string; period: string; pages: number; pages_read: number; pages_image_only: number[];
    words: number; tables: number; language: string; frameworks: string[]; compliance_statement: string; not_analysed: { page: number; reason: string }[];
    warnings: string[]; pages_ocr: number[]; ifrs_compliance: string; suspicious_content: Suspicious[];
  };
  run: { id: string; started_at: string; finished_at: string | null; status: RunStatus; error: string; reasoner: string; cost: { calls: number; usd: string; input_tokens: number; output_tokens: number }; code_version: string };
  claims: Claim[]; facts: Fact[]; checks: Check[]; findings: Finding[]; requests: Request[]; verdicts: Verdict[]; gaps: Gap[];
  coverage: Record<string, Coverage>; matters?: { id: string; kind: string; title: string; text: string; claim_ids?: string[]; set_aside?: boolean }[];
}
export type RemarkAction = "comment" | "assign" | "resolve" | "set_aside" | "uphold" | "sign_off" | "reply" | "withdraw";
// Remark is what a person has said or done about a part of a run.
export interface Remark {
  id: string; action: RemarkAction; part: string; of: string; by: string; reason: string; assignee: string; withdraw: string; withdrawn: boolean; at: string;
}
export interface Preview {
  status: string; error?: string; title: string; company: string; sector: string; sector_name?: string; period: string; period_from?: string; period_to?: string;
  language: string; languages?: { language: string; pages: number }[]; pages: number; pages_read: number; pages_image_only: number[]; pages_ocr?: number[];
  words: number; tables: number; frameworks: string[]; compliance_statement: string; ifrs_compliance?: string;
  outline: { title: string; level: number; page_start: number; page_end: number }[]; not_analysed: { page: number; reason: string }[]; warnings: string[];
  evidence?: { field: string; value: string; why: string; page?: number; quote?: string }[]; suspicious_content?: Suspicious[]; suspicious_hits?: number;
}
export interface Report {
  id: string; filename: string; bytes: number; status: string; error?: string; submitted_at: string; updated_at: string; latest_run?: string; preview?: Preview;
}
export interface RunView {
  failure?: string;
  id: string; report_id: string; filename: string; parent?: string; mode: string; status: RunStatus; error?: string; requested_at: string; finished_at?: string;
  updated_at: string; iterations: number; company: string; sector: string; period: string; pages: number; warnings?: string[];
  progress: {
    sections: number; sections_extracted: number; sections_indexed: number; sections_failed: { section: number; step?: string; error: string; page_from?: number; page_to?: number }[];
    section_pages: { section: number; page_from: number; page_to: number }[];
    claims: number; claims_total?: number; duplicates: number; assigned: number; answered: number; findings: number; checks: number; claims_closed: number;
    gaps: number; gaps_total?: number; reinvestigations: number; requests: number; requests_answered: number;
    agents: Record<string, { started: boolean; assigned: number; answered: number; unable: number; findings: number }>;
    paused: Record<string, { reason: string }>;
  };
  completion?: { status: string; error?: string; claims: number }; verdicts: Record<VerdictClass, number>; successors: string[]; last_seq: number; dead_letters: number;
}
export interface FeedEvent {
  id: string; type: string; event?: string; subject: string; agent: string; run: string; at: string; iteration: number; causation?: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- each kind has its own payload; fold.ts reads them field by field
  data: any;
}
export interface DeadLetter {
  id: string; status: string; at: string; processor: string; reason: string; topic: string; run?: string; type?: string; subject?: string; error: string; attempts: number; rounds: number; retries: number;
}
