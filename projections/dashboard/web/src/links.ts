// Addresses of the page. What is chosen and filtered stands in them, so that any view can be kept and sent on.

import { useLocation, useSearch } from "wouter";
import { useCallback, useMemo } from "react";

const id = encodeURIComponent;

export const runPath = (run: string, part = "") => `/runs/${id(run)}${part ? "/" + part : ""}`;

export interface Spot { page?: number | null; claim?: string; fact?: string; check?: string }

export function pagesPath(run: string, spot: Spot = {}): string {
  const q = new URLSearchParams();
  for (const [k, v] of Object.entries(spot)) if (v) q.set(k, String(v));
  return runPath(run, "pages") + (q.size ? "?" + q : "");
}

export const claimPath = (run: string, claim: string) => runPath(run, "truth") + "?show=claims&claim=" + id(claim);

// useQuery reads the parameters of the address and changes some of them. An empty value takes one away.
export function useQuery(): [URLSearchParams, (change: Record<string, string | null | undefined>, keep?: boolean) => void] {
  const search = useSearch();
  const [path, go] = useLocation();
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const change = useCallback((values: Record<string, string | null | undefined>, replace = true) => {
    const next = new URLSearchParams(location.search);
    for (const [k, v] of Object.entries(values)) {
      if (v) next.set(k, v);
      else next.delete(k);
    }
    go(path + (next.size ? "?" + next : ""), { replace });
  }, [go, path]);
  return [query, change];
}
