import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { chromiumFlags, findChromium } from "./chromium.ts";

declare module "vitest" {
  interface ProvidedContext {
    browserEndpoint: string;
  }
}

/** One browser for the whole run; every worker connects to it and gets contexts of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error("no Chromium or Chrome found: install one or name it in CHROME_PATH");
  const server = await chromium.launchServer({ executablePath, args: chromiumFlags, headless: true });
  project.provide("browserEndpoint", server.wsEndpoint());
  return () => server.close();
}
