// A list of any length of which only what is in sight is drawn. j and k go through it, Enter opens.

import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useRef, useState, type ReactNode } from "react";
import { useKeys } from "../keys.ts";

interface Props<T> {
  items: T[]; id: (item: T) => string | number; label: string; estimate: number; children: (item: T, current: boolean) => ReactNode;
  onOpen?: (item: T) => void; current?: string | number; keys?: boolean; follow?: boolean; className?: string; gap?: number; empty?: ReactNode; testid?: string;
}

export function VirtualList<T>({ items, id, label, estimate, children, onOpen, current, keys = false, follow = false, className = "", gap = 8, empty, testid }: Props<T>) {
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(-1);
  const end = useRef({ followed: true, top: 0 }); // who scrolls up follows no more, until the end is in sight again
  const sought = useRef(current !== undefined);
  const left = useRef<Element | null>(null); // what has the focus until the next frame gives it to the row
  // Whoever gives another function makes the places of all rows be added up anew.
  const getItemKey = useCallback((i: number) => id(items[i]), [items]); // eslint-disable-line react-hooks/exhaustive-deps -- an id never changes
  const list = useVirtualizer({
    count: items.length, getScrollElement: () => box.current, estimateSize: () => estimate, overscan: 6, gap, getItemKey, useFlushSync: false,
  });
  const move = (by: number) => {
    const from = active < 0 && current ? items.findIndex((x) => id(x) === current) : active;
    const to = Math.max(0, Math.min(items.length - 1, from + by));
    setActive(to);
    list.scrollToIndex(to, { align: "auto" });
    // The focus goes along, so that what is read aloud and what Enter opens is what is marked.
    left.current = document.activeElement;
    requestAnimationFrame(() => requestAnimationFrame(() => {
      left.current = null;
      box.current?.querySelector<HTMLElement>(`[data-index="${to}"]`)?.focus({ preventScroll: true });
    }));
  };
  const open = (e: KeyboardEvent) => {
    const elsewhere = (e.target as HTMLElement).closest("a, button, summary") && e.target !== left.current;
    if (elsewhere || active < 0 || !items[active]) return false;
    onOpen?.(items[active]);
  };
  useKeys({ j: () => move(1), k: () => move(-1), Enter: onOpen && open }, keys && items.length > 0);
  useEffect(() => {
    if (follow && end.current.followed && items.length > 0) list.scrollToIndex(items.length - 1, { align: "end" });
  }, [follow, items.length, list]);
  const scrolled = (b: HTMLElement) => {
    const { followed, top } = end.current;
    end.current = { followed: b.scrollHeight - b.scrollTop - b.clientHeight < 60 || (followed && b.scrollTop >= top), top: b.scrollTop };
  };
  useEffect(() => {
    if (!current) return;
    const at = items.findIndex((x) => id(x) === current);
    if (at < 0) return;
    setActive(at);
    // What an address names comes first in its list; what is chosen in sight stays where it is.
    const show = () => list.scrollToIndex(at, { align: sought.current ? "start" : "auto" });
    show();
    const again = setTimeout(() => { show(); sought.current = false; }, 100); // rows are measured as they are drawn, which moves others
    return () => clearTimeout(again);
    // only when another one is chosen, or the list is filled; it may grow meanwhile
  }, [current, items.length > 0]); // eslint-disable-line react-hooks/exhaustive-deps
  if (items.length === 0) return <div className="empty">{empty ?? "Nothing here yet."}</div>;
  return (
    <div ref={box} className={"scroll virtual " + className} tabIndex={0} role="group" aria-label={label} data-testid={testid} onScroll={follow ? (e) => scrolled(e.currentTarget) : undefined}>
      <ul style={{ height: list.getTotalSize(), position: "relative" }}>
        {list.getVirtualItems().map((row) => {
          const item = items[row.index];
          const chosen = row.index === active || (current !== undefined && id(item) === current);
          return (
            <li key={row.key} ref={list.measureElement} data-index={row.index} tabIndex={-1} aria-setsize={items.length} aria-posinset={row.index + 1} className={chosen ? "active" : undefined}
              style={{ position: "absolute", top: 0, left: 0, width: "100%", transform: `translateY(${row.start}px)` }}>
              {children(item, chosen)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
