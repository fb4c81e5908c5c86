// Builds the page into ../page, which is committed and embedded in the binary, so that building Sibyl needs no Node.
// page/build.json holds a hash of everything that the build was made from; a Go test computes it again.

import react from "@vitejs/plugin-react";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { defineConfig, type Plugin } from "vite";

const root = import.meta.dirname;
const out = join(root, "../page");
const single = ["index.html", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts"];

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((e) => (e.isDirectory() ? filesBelow(join(folder, e.name)) : [join(folder, e.name)]));
}

function sourceHash(): string {
  const names = [...single, ...["src", "public"].flatMap((f) => filesBelow(join(root, f))).map((f) => relative(root, f).split(sep).join("/"))].sort();
  const hash = createHash("sha256");
  for (const name of names) hash.update(name + "\0").update(readFileSync(join(root, name))).update("\0");
  return hash.digest("hex");
}

// What pdf.js loads by address: its fonts for files that embed none, and its decoders as plain scripts, since the
// page's policy allows no WebAssembly.
function pdfParts() {
  const from = join(root, "node_modules/pdfjs-dist");
  for (const folder of ["standard_fonts", "wasm"]) {
    const to = join(out, "pdf", folder);
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(join(from, folder))) {
      if (folder === "wasm" && !name.endsWith(".js") && !name.startsWith("LICENSE")) continue;
      copyFileSync(join(from, folder, name), join(to, name));
    }
  }
}

// licences collects the licences of all packages whose code is in the build.
function licences(used: Set<string>): string {
  return [...used].sort().map((folder) => {
    const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((f) => /^licen[cs]e/i.test(f));
    return `${about.name} ${about.version} (${about.license})\n\n${file ? readFileSync(join(folder, file), "utf8").trim() : ""}\n`;
  }).join("\n" + "-".repeat(80) + "\n\n");
}

function belongs(): Plugin {
  const used = new Set<string>([join(root, "node_modules/pdfjs-dist")]);
  return {
    name: "belongs",
    apply: "build",
    generateBundle(_, bundle) {
      for (const part of Object.values(bundle)) {
        if (part.type !== "chunk") continue;
        for (const id of Object.keys(part.modules)) {
          if (!id.includes("/node_modules/")) continue;
          let folder = dirname(id.replace(/^\0/, "").split("?")[0]);
          while (folder.length > root.length && !(existsSync(join(folder, "package.json")) && "version" in JSON.parse(readFileSync(join(folder, "package.json"), "utf8")))) folder = dirname(folder);
          if (folder.length > root.length) used.add(folder);
        }
      }
    },
    closeBundle() {
      pdfParts();
      writeFileSync(join(out, "licences.txt"), licences(used));
      writeFileSync(join(out, "build.json"), JSON.stringify({ sources: sourceHash() }) + "\n");
    },
  };
}

const proxy = { "^/(api|metrics)": { target: process.env.SIBYL_SERVER ?? "http://127.0.0.1:8080", ws: true } };

export default defineConfig({
  root,
  plugins: [react(), belongs()],
  build: { outDir: out, emptyOutDir: true, target: "es2023", assetsInlineLimit: 0, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 1500 },
  server: { proxy },
  preview: { proxy },
});
