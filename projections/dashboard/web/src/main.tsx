import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";
import "./style/tokens.css";
import "./style/base.css";
import "./style/views.css";
import "./style/more.css";
import { applyTheme } from "./parts/theme.ts";

applyTheme();
// Addresses of earlier versions named a run behind the hash.
const old = /^#run=(.+)$/.exec(location.hash);
if (old) history.replaceState(null, "", "/runs/" + old[1]);

createRoot(document.getElementById("app")!).render(<StrictMode><App /></StrictMode>);
