// Places that the geography agent speaks of, drawn without a map service: where towns are stands for the land, and numbered
// marks stand for the places, with what was measured there. A name that several places have is drawn hollow at each.

import { Link } from "wouter";
import { claimPath } from "../links.ts";
import type { RunState } from "../run/fold.ts";
import type { Finding, GeoLocation } from "../types.ts";
import { count } from "../words.ts";
import { land } from "./land.ts";
import { useNarrow } from "./narrow.ts";

export interface Site {
  name: string; lon: number; lat: number; sure: boolean; near: boolean; source: string; claims: string[];
  box?: [number, number, number, number]; measured?: { before: number; after: number; years: number[]; difference: number; uncertainty: number };
}

const number = (text: string | undefined) => (text === undefined || text === "" ? NaN : Number(text));
const position = (l: GeoLocation) => ({ lon: number(l.longitude), lat: number(l.latitude) });
const onEarth = (p: { lon: number; lat: number }) => Math.abs(p.lon) <= 180 && Math.abs(p.lat) <= 90;

// sites reads where each finding's place is. One whose place is not known, or is a whole country, has none. What was measured
// goes before what is only known of a place.
export function sites(findings: Finding[]): Site[] {
  const out = new Map<string, Site>();
  for (const f of findings) {
    const d = f.details;
    const known = d?.location ?? d?.other?.site?.location;
    const all = known ? [known] : (d?.candidates?.length ? d.candidates : (d?.other?.site?.candidates ?? [])).slice(0, 12);
    for (const l of all) {
      const at = position(l);
      if (!onEarth(at)) continue;
      const key = `${l.name}|${at.lon}|${at.lat}|${known ? "" : "?"}`;
      const site = out.get(key) ?? { name: [l.name, l.country].filter(Boolean).join(", "), ...at, sure: !!known, near: l.precision !== "point" && l.precision !== "shape", source: l.source, claims: [] };
      if (f.claim_id && !site.claims.includes(f.claim_id)) site.claims.push(f.claim_id);
      const box = ((d?.bbox?.length ? d.bbox : d?.other?.site?.bbox) ?? []).map(Number);
      if (known && box.length === 4 && box.every(Number.isFinite)) site.box ??= box as Site["box"];
      const [before, after] = [number(d?.ndvi_before?.mean), number(d?.ndvi_after?.mean)];
      if (known && Number.isFinite(before) && Number.isFinite(after)) {
        site.measured ??= { before, after, years: [d!.ndvi_before!.year, d!.ndvi_after!.year], difference: after - before, uncertainty: number(d?.change?.uncertainty) };
      }
      out.set(key, site);
    }
  }
  return [...out.values()].sort((a, b) => Number(!!b.measured) - Number(!!a.measured) || Number(b.sure) - Number(a.sure) || a.lon - b.lon);
}

const wide = 720;
const high = 360;

interface Frame { west: number; north: number; scale: number } // pixels a degree

// frame shows all places with some land around them, and never less than sixty degrees.
function frame(list: Site[]): Frame {
  const [lons, lats] = [list.map((s) => s.lon), list.map((s) => s.lat)];
  const [west, east, south, north] = [Math.min(...lons), Math.max(...lons), Math.min(...lats), Math.max(...lats)];
  const span = Math.min(360, Math.max(60, (east - west) * 1.3, (north - south) * 1.3 * (wide / high)));
  const tall = span * (high / wide);
  const clamp = (v: number, low: number, top: number) => Math.max(low, Math.min(top, v));
  return { west: clamp((west + east - span) / 2, -180, 180 - span), north: clamp((north + south + tall) / 2, -90 + tall, 90), scale: wide / span };
}

// ground is a dot for each degree in which there is a town.
function ground(f: Frame): string {
  let path = "";
  land.forEach((row, i) => {
    const y = (f.north - (89.5 - i)) * f.scale;
    if (y < 0 || y > high) return;
    for (let n = 0; n < row.length; n++) {
      const bits = parseInt(row[n], 16);
      for (let b = 0; b < 4; b++) {
        const x = (n * 4 + b - 179.5 - f.west) * f.scale;
        if (bits & (8 >> b) && x >= 0 && x <= wide) path += `M${x.toFixed(1)} ${y.toFixed(1)}h0`;
      }
    }
  });
  return path;
}

// apart moves marks that would cover one another to the side; a line leads back to where they belong.
function apart(list: Site[], f: Frame, mark: number) {
  const placed: { x: number; y: number }[] = [];
  return list.map((s) => {
    const home = { x: (s.lon - f.west) * f.scale, y: (f.north - s.lat) * f.scale };
    let at = home;
    for (let n = 0; n < 60 && placed.some((p) => Math.hypot(p.x - at.x, p.y - at.y) < 2 * mark + 2); n++) {
      const turn = n * 2.4;
      at = { x: home.x + Math.cos(turn) * (mark + 1 + n * 2), y: home.y + Math.sin(turn) * (mark + 1 + n * 2) };
    }
    at = { x: Math.max(mark, Math.min(wide - mark, at.x)), y: Math.max(mark, Math.min(high - mark, at.y)) };
    placed.push(at);
    return { s, home, at };
  });
}

export function SiteMap({ run, state, findings }: { run: string; state: RunState; findings: Finding[] }) {
  const mark = useNarrow() ? 20 : 9; // radius, in units of a map that is as wide as the screen
  const list = sites(findings).slice(0, 60);
  if (list.length === 0) return <p className="soft">No finding has coordinates or imagery: without imagery nothing is said of a place.</p>;
  const f = frame(list);
  const placed = apart(list, f, mark);
  return (
    <figure className="stack tight site-map" data-testid="site-map">
      <svg className="map" viewBox={`0 0 ${wide} ${high}`} role="img" aria-label={`A map with ${count(list.length, "place")}: ${list.slice(0, 12).map((s) => s.name).join("; ")}`}>
        <path d={ground(f)} className="land" strokeWidth={Math.max(1.4, f.scale * 0.62)} />
        {placed.map(({ home, at }, i) => at !== home && <g key={i} className="away"><path d={`M${home.x} ${home.y}L${at.x} ${at.y}`} className="lead" /><circle cx={home.x} cy={home.y} r="2" /></g>)}
        {placed.map(({ s, at }, i) => (
          <g key={i} className={s.sure ? "site" : "site open"}>
            {s.box && <rect x={(s.box[0] - f.west) * f.scale} y={(f.north - s.box[3]) * f.scale} width={(s.box[2] - s.box[0]) * f.scale} height={(s.box[3] - s.box[1]) * f.scale} className="looked" />}
            <circle cx={at.x} cy={at.y} r={mark} className="mark-at" /><text x={at.x} y={at.y + 0.4 * mark} textAnchor="middle" fontSize={1.1 * mark}>{i + 1}</text>
          </g>
        ))}
      </svg>
      <figcaption className="stack tight small">
        <ol className="stack tight">{list.map((s, i) => (
          <li key={i}><strong>{s.name}</strong> <span className="num">{s.lat.toFixed(2)}, {s.lon.toFixed(2)}</span>
            {!s.sure ? <span className="soft"> may be meant; the claim does not say which place of this name</span> : s.near && <span className="soft"> about there</span>}
            {s.claims.slice(0, 3).map((c) => <span key={c}> · <Link href={claimPath(run, c)} title={state.claims.get(c)?.text}>claim{state.claims.get(c) ? ` of page ${state.claims.get(c)!.page}` : ""}</Link></span>)}
            {s.claims.length > 3 && <span className="soft"> and {s.claims.length - 3} more</span>}
            {s.measured && <Vegetation of={s.measured} />}</li>
        ))}</ol>
        <p className="soft">Dots are towns: GeoNames (geonames.org, CC BY 4.0). Places by {[...new Set(list.map((s) => s.source))].filter(Boolean).slice(0, 4).join("; ")}.</p>
      </figcaption>
    </figure>
  );
}

// Vegetation is the index of a place before and after, as two bars from 0 to 1.
function Vegetation({ of: m }: { of: NonNullable<Site["measured"]> }) {
  const told = `Vegetation index ${m.before.toFixed(2)} in ${m.years[0]}, ${m.after.toFixed(2)} in ${m.years[1]}: ${m.difference >= 0 ? "+" : "−"}${Math.abs(m.difference).toFixed(2)}${Number.isFinite(m.uncertainty) ? ` ± ${m.uncertainty.toFixed(2)}` : ""}`;
  return (
    <div className="ndvi">{[[m.years[0], m.before], [m.years[1], m.after]].map(([year, v]) => <div key={year} aria-hidden="true"><span className="num">{year}</span><span className="track"><span style={{ width: `${Math.max(0, Math.min(1, v)) * 100}%` }} /></span></div>)}
      <span>{told}</span></div>
  );
}
