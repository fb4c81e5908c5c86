// A reduction target as a path: where the base year begins, where the target ends, and what has been done a year so far.

import type { Target } from "../types.ts";
import { words } from "../words.ts";

export function TargetPath({ of: t }: { of: Target }) {
  const end = 100 - Number(t.target_percentage);
  const [w, h, left, bottom] = [320, 120, 34, 20];
  const years = Math.max(1, t.target_year - t.base_year);
  const x = (year: number) => left + ((year - t.base_year) / years) * (w - left - 12);
  const y = (share: number) => 8 + ((100 - share) / 100) * (h - bottom - 8);
  const past = t.historical_annual_points ? Number(t.historical_annual_points) : null;
  const asked = t.benchmark_annual_points ? Number(t.benchmark_annual_points) : null;
  const line = (points: number) => `M${x(t.base_year)},${y(100)} L${x(t.target_year)},${y(Math.max(0, Math.min(110, 100 - points * years)))}`;
  if (!Number.isFinite(end) || t.base_year === 0) return <p className="small">{t.reason}</p>;
  return (
    <figure className="stack tight" style={{ margin: 0 }}>
      <svg viewBox={`0 0 ${w} ${h}`} role="img" aria-label={`From ${t.base_year} to ${t.target_year}: ${t.target_percentage} % less, ${t.required_annual_points} points a year`} style={{ width: "min(100%, 26rem)" }}>
        <g stroke="var(--line)">{[100, 50, 0].map((s) => <line key={s} x1={left} x2={w - 12} y1={y(s)} y2={y(s)} />)}</g>
        <g fill="var(--soft)" fontSize="10">{[100, 50, 0].map((s) => <text key={s} x={left - 4} y={y(s) + 3} textAnchor="end">{s} %</text>)}<text x={x(t.base_year)} y={h - 5}>{t.base_year}</text><text x={x(t.target_year)} y={h - 5} textAnchor="end">{t.target_year}</text></g>
        {asked !== null && <path d={line(asked)} stroke="var(--soft)" strokeDasharray="2 3" fill="none" />}
        {past !== null && <path d={line(past)} stroke="var(--contradicted)" strokeWidth="1.6" strokeDasharray="5 3" fill="none" />}
        <path d={`M${x(t.base_year)},${y(100)} L${x(t.target_year)},${y(end)}`} stroke="var(--verified)" strokeWidth="2.2" fill="none" /><circle cx={x(t.target_year)} cy={y(end)} r="3.5" fill="var(--verified)" />
      </svg>
      <figcaption className="small"><strong>{words(t.assessment)}.</strong> {t.reason} <span className="soft">Line: the target{past !== null && "; dashes: the pace so far"}{asked !== null && "; dots: what recognised criteria ask for"}.</span></figcaption>
    </figure>
  );
}
