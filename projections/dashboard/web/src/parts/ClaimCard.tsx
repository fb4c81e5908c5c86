// A claim as a card: what is said, where, of which type and rank, and how it stands.

import { memo } from "react";
import { Link } from "wouter";
import type { Standing } from "../run/fold.ts";
import type { Claim, Verdict } from "../types.ts";
import { looks, words } from "../words.ts";
import { PageLink, Paragraph, Pill, Tag, TypeTag } from "./Bits.tsx";

interface Props { run: string; claim: Claim; verdict?: Verdict; standing?: Standing; open?: number; current?: boolean; href: string; reasoning?: boolean; version?: number; saying?: string }

export const ClaimCard = memo(function ClaimCard({ run, claim, verdict, standing, open = 0, current, href, reasoning, saying }: Props) {
  return (
    <article className={"claim " + claim.type} aria-current={current ? "true" : undefined} data-claim={claim.id}>
      <div className="row small">
        <TypeTag of={claim.type} />
        <Tag>{words(claim.priority)} priority</Tag>
        {verdict ? <Pill of={verdict.verdict}>{words(verdict.verdict)}{verdict.override ? ", by a person" : ""}</Pill>
          : <Pill of={standing ? "analyzing" : "waiting"}>{standing ? (open > 0 ? `Investigating: ${[...standing.open].map((a) => words(a)).join(", ")}` : "Being judged") : "Found"}</Pill>}
        {standing && standing.cycles > 0 && <Tag>{looks(standing.cycles)}</Tag>}
        <PageLink run={run} page={claim.page} claim={claim.id} />
        {!claim.anchored && <span className="soft">its place on the page was not found</span>}
      </div>
      <p className="said"><Link className="plain" href={href}>{claim.text}</Link></p>
      {saying && <p className="small">{saying}</p>}
      {claim.paragraphs.length > 0 && <div className="row small">{claim.paragraphs.slice(0, 6).map((p) => <Paragraph key={p.id} id={p.id} />)}</div>}
      {reasoning && <details className="small"><summary>Why this is a claim</summary><p>{claim.reasoning}</p>{claim.context && <blockquote>{claim.context}</blockquote>}</details>}
    </article>
  );
});
