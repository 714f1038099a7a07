import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge"];

/** Quiet, the same on every machine, and able to run as root in a container. */
export const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
];

function* candidates(): Generator<string> {
  if (process.env["CHROME_PATH"]) yield process.env["CHROME_PATH"];
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) for (const name of names) yield join(folder, name);
  yield "/opt/google/chrome/chrome";
  yield "/snap/bin/chromium";
  const downloads = process.env["PLAYWRIGHT_BROWSERS_PATH"] ?? join(homedir(), ".cache", "ms-playwright");
  if (!existsSync(downloads)) return;
  for (const name of readdirSync(downloads)) {
    if (name.startsWith("chromium-")) for (const inner of ["chrome-linux", "chrome-linux64"]) yield join(downloads, name, inner, "chrome");
  }
}

/** The Chromium or Chrome of this machine, CHROME_PATH first; null when there is none. */
export function findChromium(): string | null {
  for (const path of candidates()) if (existsSync(path)) return path;
  return null;
}
