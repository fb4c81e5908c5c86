// Light or dark: as the system has it, until a person chooses.

const system = matchMedia("(prefers-color-scheme: dark)");

export const theme = (): "light" | "dark" => (localStorage.getItem("theme") as "light" | "dark" | null) ?? (system.matches ? "dark" : "light");

export function applyTheme() {
  document.documentElement.dataset.theme = theme();
}

export function toggleTheme() {
  localStorage.setItem("theme", theme() === "dark" ? "light" : "dark");
  applyTheme();
}

system.addEventListener("change", applyTheme);
