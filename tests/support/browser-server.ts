import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { chromiumFlags, findChromium } from "./chromium.ts";

declare module "vitest" {
  interface ProvidedContext {
    browserEndpoint: string;
    builtPages: string;
  }
}

const dist = join(import.meta.dirname, "..", "..", "dist");

/** One browser for the whole run, and one copy of the built pages: a build meanwhile takes no page away from under a test. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error("no Chromium or Chrome found: install one or name it in CHROME_PATH");
  const server = await chromium.launchServer({ executablePath, args: chromiumFlags, headless: true });
  project.provide("browserEndpoint", server.wsEndpoint());
  const pages = mkdtempSync(join(tmpdir(), "base-srm-pages-"));
  cpSync(dist, pages, { recursive: true });
  project.provide("builtPages", pages);
  return async () => {
    await server.close();
    rmSync(pages, { recursive: true, force: true });
  };
}
