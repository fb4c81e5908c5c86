// Keys that work wherever nobody is typing. What answers false leaves the key to the browser.

import { useEffect, useRef } from "react";

const typing = (e: KeyboardEvent) => {
  const t = e.target as HTMLElement;
  return t.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(t.tagName);
};

export function useKeys(keys: Record<string, ((e: KeyboardEvent) => unknown) | undefined>, on = true) {
  const held = useRef(keys);
  held.current = keys;
  useEffect(() => {
    if (!on) return;
    const press = (e: KeyboardEvent) => {
      if (e.ctrlKey || e.metaKey || e.altKey || e.defaultPrevented) return;
      if (e.key !== "Escape" && (typing(e) || document.querySelector("dialog[open]"))) return;
      const does = held.current[e.key];
      if (!does) return;
      if (does(e) !== false && e.key !== "Escape") e.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [on]);
}
