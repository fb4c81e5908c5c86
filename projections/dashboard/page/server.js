// Talking to the server: requests with the token, if one is asked for, and the socket that follows runs.

const base = "/api/v1";
let token = sessionStorage.getItem("token") || "";

// Problem is an answer that says why not.
export class Problem extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

function askForToken() {
  const dialog = document.getElementById("token-dialog");
  const input = document.getElementById("token");
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      token = input.value;
      input.value = "";
      sessionStorage.setItem("token", token);
      resolve();
    }, { once: true });
    if (!dialog.open) dialog.showModal();
  });
}

export async function call(path, options = {}) {
  for (;;) {
    const headers = token ? { Authorization: "Bearer " + token } : {};
    let response;
    try {
      response = await fetch(base + path, { ...options, headers: { ...options.headers, ...headers } });
    } catch {
      throw new Problem(0, "The server cannot be reached.");
    }
    if (response.status === 401) {
      await askForToken();
      continue;
    }
    const body = await response.json().catch(() => ({}));
    if (!response.ok) throw new Problem(response.status, body.detail || response.statusText);
    return body;
  }
}

// pdf is where a page of a report is shown. With a token the link needs a ticket, made when it is followed.
export async function pdf(report, page) {
  const ticket = token ? "?ticket=" + encodeURIComponent((await call("/live/ticket", { method: "POST" })).ticket) : "";
  return base + "/reports/" + encodeURIComponent(report) + "/pdf" + ticket + "#page=" + page;
}
export const pdfPath = (report, page) => base + "/reports/" + encodeURIComponent(report) + "/pdf#page=" + page;
export const needsTicket = () => token !== "";

// Follower keeps one socket and one run. After a lost connection it goes on after the last event it has.
export class Follower {
  constructor({ event, caughtUp, state, failed }) {
    Object.assign(this, { event, caughtUp, state, failed, run: "", seq: 0, retry: 500 });
  }

  follow(run, after) {
    this.stop();
    this.run = run;
    this.seq = after;
    this.connect();
  }

  stop() {
    this.run = "";
    clearTimeout(this.timer);
    if (this.socket) this.socket.close();
    this.socket = null;
    this.state("");
  }

  async connect() {
    const run = this.run;
    let query = "";
    try {
      if (token) query = "?ticket=" + encodeURIComponent((await call("/live/ticket", { method: "POST" })).ticket);
    } catch {
      this.again(run);
      return;
    }
    if (this.run !== run) return;
    const socket = new WebSocket(location.origin.replace(/^http/, "ws") + base + "/live" + query);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ type: "subscribe", run, after: this.seq }));
    socket.onmessage = (message) => {
      if (this.socket !== socket) return;
      const m = JSON.parse(message.data);
      if (m.type === "event" && m.seq > this.seq) {
        this.seq = m.seq;
        this.event(m.event, m.seq);
      } else if (m.type === "caught_up") {
        this.retry = 500;
        this.state("live");
        this.caughtUp(m.seq);
      } else if (m.type === "error") {
        this.failed(m);
      }
    };
    socket.onclose = () => {
      if (this.socket === socket) this.again(run);
    };
  }

  again(run) {
    if (this.run !== run) return;
    this.socket = null;
    this.state("reconnecting");
    this.timer = setTimeout(() => this.run === run && this.connect(), this.retry);
    this.retry = Math.min(this.retry * 2, 10000);
  }
}
