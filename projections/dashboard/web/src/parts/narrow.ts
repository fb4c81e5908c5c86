// Whether the screen is as narrow as a phone's, for what cannot be said in a style sheet.

import { useSyncExternalStore } from "react";

const narrow = window.matchMedia("(max-width: 40rem)");

export const useNarrow = () => useSyncExternalStore((told) => { narrow.addEventListener("change", told); return () => narrow.removeEventListener("change", told); }, () => narrow.matches);
