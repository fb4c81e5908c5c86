// The small things that all views are made of.

import type { CSSProperties, ReactNode } from "react";
import { Link } from "wouter";
import { claimPath, pagesPath, type Spot } from "../links.ts";
import type { Claim, ClaimType, Coverage } from "../types.ts";
import { words } from "../words.ts";

export const Pill = ({ of, children }: { of: string; children?: ReactNode }) => <span className={"pill " + of}>{children ?? words(of)}</span>;

export const Tag = ({ children }: { children: ReactNode }) => <span className="tag">{children}</span>;

export const TypeTag = ({ of }: { of: ClaimType }) => <span className={"tag type " + of}>{words(of)}</span>;

// Paragraph leads to what the standard asks for.
export const Paragraph = ({ id }: { id: string }) => <Link className="tag" href={"/knowledge?paragraph=" + encodeURIComponent(id)}>{id}</Link>;

export const tint = (agent: string) => ({ "--agent": `var(--a-${agent}, var(--soft))` }) as CSSProperties;

export const Dot = () => <span className="dot" aria-hidden="true" />;

export const By = ({ agent }: { agent: string }) => <span className="row small by" style={tint(agent)}><Dot />{words(agent)}</span>;

export function PageLink({ run, label, ...spot }: { run: string; label?: string } & Spot) {
  if (!spot.page) return null;
  return <Link href={pagesPath(run, spot)}>{label ?? "Page " + spot.page}</Link>;
}

// Of names the claim that something was said of, in one line, and leads to it.
export const Of = ({ run, claim: c }: { run: string; claim: Claim | undefined }) => (c ? <Link className="of" href={claimPath(run, c.id)} title={c.text}>p. {c.page}: {c.text}</Link> : null);

const shares = ["fully_addressed", "partially_addressed", "not_addressed"] as const;

export function CoverageBar({ of, name }: { of: Coverage; name: string }) {
  const said = `${name}: ${of.fully_addressed} fully, ${of.partially_addressed} partly, ${of.not_addressed} not addressed, ${of.could_not_assess} not assessed`;
  return (
    <div className="bar" role="img" aria-label={said}>
      {shares.filter((s) => of[s] > 0).map((s) => <span key={s} className={s} style={{ flexGrow: of[s] }} />)}
    </div>
  );
}

// quotedOf counts what is fully there with words of the report for every part that is said: the rest is only likely.
export const quotedOf = (c: Coverage): number => (c.addressed ?? []).filter((a) => a.parts.length > 0 && a.parts.every((p) => !p.addressed || p.quote)).length;

export function coverageWords(c: Coverage): string {
  const likely = c.addressed ? c.fully_addressed - quotedOf(c) : 0;
  return [[c.fully_addressed, likely > 0 ? `fully (${likely} of them only likely)` : "fully"], [c.partially_addressed, "partly"], [c.not_addressed, "not addressed"], [c.could_not_assess, "not assessed"], [c.referenced_elsewhere, "elsewhere"], [c.conditional, "only under conditions"]]
    .filter(([n]) => n).map(([n, w]) => `${n} ${w}`).join(", ");
}

export const Quote = ({ children, tone }: { children: ReactNode; tone?: string }) => <blockquote className={tone}>{children}</blockquote>;

export function Choice({ label, value, options, all = "all", onChange }: { label: string; value: string; options: readonly string[]; all?: string; onChange: (v: string) => void }) {
  return (
    <label>{label}
      <select value={value} onChange={(e) => onChange(e.target.value)}>
        <option value="">{all}</option>
        {options.map((o) => <option key={o} value={o}>{words(o)}</option>)}
      </select>
    </label>
  );
}

export function Search({ value, onChange, label = "Search", hint }: { value: string; onChange: (v: string) => void; label?: string; hint?: string }) {
  return <label>{label}<input type="search" data-search value={value} placeholder={hint} onChange={(e) => onChange(e.target.value)} /></label>;
}

export const Problemed = ({ error, again }: { error: string; again?: () => void }) => (
  <div className="notice error row" role="alert"><span className="grow">{error}</span>{again && <button onClick={again}>Try again</button>}</div>
);

// showCurrent brings the link to where one is into sight, on screens that have no room for all of a row of links.
export const showCurrent = (nav: HTMLElement | null) => {
  const at = nav?.querySelector<HTMLElement>("[aria-current]");
  if (nav && at) nav.scrollLeft = at.offsetLeft - nav.offsetLeft - (nav.clientWidth - at.offsetWidth) / 2;
};
