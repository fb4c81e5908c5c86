// Talking to the server: requests with the token, if one is asked for, and tickets where a header cannot be sent.

export const base = "/api/v1";
let token = sessionStorage.getItem("token") ?? "";
let asking: Promise<void> | null = null;

// Problem is an answer that says why not. Status 0 means that there was no answer.
export class Problem extends Error {
  constructor(readonly status: number, detail: string) {
    super(detail);
  }
}

// askForToken shows a dialogue, once for all requests that wait for it.
function askForToken(): Promise<void> {
  asking ??= new Promise<void>((resolve) => {
    const dialog = document.createElement("dialog");
    const form = document.createElement("form");
    form.method = "dialog";
    const label = document.createElement("label");
    label.textContent = "This server asks for a token ";
    const input = document.createElement("input");
    input.type = "password";
    input.autocomplete = "off";
    label.append(input);
    const button = document.createElement("button");
    button.textContent = "Continue";
    form.append(label, button);
    dialog.append(form);
    document.body.append(dialog);
    dialog.addEventListener("close", () => {
      token = input.value;
      sessionStorage.setItem("token", token);
      dialog.remove();
      asking = null;
      resolve();
    }, { once: true });
    dialog.showModal();
  });
  return asking;
}

async function answer(path: string, options: RequestInit): Promise<Response> {
  for (;;) {
    const headers = new Headers(options.headers);
    if (token) headers.set("Authorization", "Bearer " + token);
    let response: Response;
    try {
      response = await fetch(path.startsWith("/metrics") ? path : base + path, { ...options, headers });
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") throw error;
      throw new Problem(0, "The server cannot be reached. What is shown may be old; it will go on by itself.");
    }
    if (response.status === 401) {
      await askForToken();
      continue;
    }
    if (!response.ok) {
      const body = await response.json().catch(() => ({}));
      throw new Problem(response.status, body.detail || response.statusText || "The server answered with status " + response.status + ".");
    }
    return response;
  }
}

export async function call<T>(path: string, options: RequestInit = {}): Promise<T> {
  const response = await answer(path, options);
  return response.status === 204 ? (undefined as T) : response.json();
}

export const text = async (path: string): Promise<string> => (await answer(path, {})).text();

export const send = <T>(method: string, path: string, body?: unknown): Promise<T> =>
  call<T>(path, body === undefined ? { method } : { method, body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });

// save fetches a file with the token and hands it to the browser to be kept.
export async function save(path: string, name: string) {
  const blob = await (await answer(path, {})).blob();
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export async function ticketQuery(): Promise<string> {
  return token ? "?ticket=" + encodeURIComponent((await send<{ ticket: string }>("POST", "/live/ticket")).ticket) : "";
}

export const authorization = (): Record<string, string> => (token ? { Authorization: "Bearer " + token } : {});

// upload sends a file and tells how far it is; only XMLHttpRequest can.
export function upload<T>(file: File, told: (share: number) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const form = new FormData();
    form.append("file", file);
    const request = new XMLHttpRequest();
    request.open("POST", base + "/reports");
    for (const [name, value] of Object.entries(authorization())) request.setRequestHeader(name, value);
    request.responseType = "json";
    request.upload.onprogress = (e) => e.lengthComputable && told(e.loaded / e.total);
    request.onload = () => {
      if (request.status === 401) askForToken().then(() => upload<T>(file, told)).then(resolve, reject);
      else if (request.status < 300) resolve(request.response as T);
      else reject(new Problem(request.status, request.response?.detail || "The upload failed."));
    };
    request.onerror = () => reject(new Problem(0, "The upload was cut off. Check the connection and drop the file again."));
    request.send(form);
  });
}
