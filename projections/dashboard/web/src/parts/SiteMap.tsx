// Places that the geography agent has found, drawn without a map service: a grid of degrees with the sites and their areas.

import type { Finding } from "../types.ts";

interface Site { name: string; lon: number; lat: number; bbox?: number[]; before?: number; after?: number; dates: string[] }

// sites reads what the agent says of places; a finding without coordinates has none.
function sites(findings: Finding[]): Site[] {
  return findings.flatMap((f): Site[] => {
    const d = f.details as Record<string, unknown> | undefined;
    const box = d?.bbox as number[] | undefined;
    if (!Array.isArray(box) || box.length !== 4 || !box.every(Number.isFinite)) return [];
    const ndvi = d?.ndvi as { before?: number; after?: number } | undefined;
    return [{ name: String(d?.location ?? f.summary), lon: (box[0] + box[2]) / 2, lat: (box[1] + box[3]) / 2, bbox: box, before: (d?.ndvi_before as number) ?? ndvi?.before, after: (d?.ndvi_after as number) ?? ndvi?.after, dates: (d?.imagery_dates as string[]) ?? [] }];
  });
}

export function SiteMap({ findings }: { findings: Finding[] }) {
  const list = sites(findings);
  if (list.length === 0) return <p className="soft">No finding has coordinates or imagery: without imagery nothing is said of a place.</p>;
  const x = (lon: number) => (lon + 180) * 2;
  const y = (lat: number) => (90 - lat) * 2;
  return (
    <figure className="stack tight" style={{ margin: 0 }}>
      <svg className="map" viewBox="0 0 720 360" role="img" aria-label={`${list.length} places on a grid of degrees`}>
        <g stroke="var(--line)">{[-120, -60, 0, 60, 120].map((l) => <line key={l} x1={x(l)} x2={x(l)} y1="0" y2="360" />)}{[-60, -30, 0, 30, 60].map((l) => <line key={l} y1={y(l)} y2={y(l)} x1="0" x2="720" />)}</g>
        {list.map((s, i) => <g key={i}><circle cx={x(s.lon)} cy={y(s.lat)} r="6" fill="var(--geographic)" fillOpacity=".5" stroke="var(--geographic)" /><text x={x(s.lon) + 9} y={y(s.lat) + 4} fontSize="11" fill="var(--ink)">{s.name.slice(0, 40)}</text></g>)}
      </svg>
      <figcaption><ul className="stack tight small">{list.map((s, i) => <li key={i}><strong>{s.name}</strong> {s.lat.toFixed(3)}, {s.lon.toFixed(3)}{s.before !== undefined && s.after !== undefined && <> · vegetation index {s.before.toFixed(2)} before, {s.after.toFixed(2)} after</>}{s.dates.length > 0 && <span className="soft"> · {s.dates.join(", ")}</span>}</li>)}</ul></figcaption>
    </figure>
  );
}
