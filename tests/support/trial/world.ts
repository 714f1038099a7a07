import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { build } from "vite";
import { expect, inject, vi } from "vitest";
import { clock } from "#kernel/server/clock.ts";
import { openKernel } from "#kernel/server/kernel.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { ship } from "#kernel/server/install/ship.ts";
import { msOf } from "#kernel/time.ts";
import { modules } from "#modules/index.ts";
import { openProduct, type Product } from "../../../product.ts";
import { errorsOf, openPage, signInOn } from "../browser.ts";
import { signIn, type Client } from "../client.ts";
import { freshDatabase, prepareTemplate } from "../database.ts";
import { shipped } from "../shipped.ts";
import { save } from "../kernel.ts";
import { modules as trial } from "./index.ts";
import { passwordsAlone } from "../product.ts";

const system = systemMe("test");
const all = [...modules, ...trial];
export const password = "Base@2026";

/** The product with the trial's purchase in it, its pages built once a run, and people who may use it. */
export interface Trial extends Product {
  readonly url: string;
  /** A row as the system makes it. */
  make(entity: string, row: Readonly<Record<string, unknown>>): Promise<any>;
  person(userName: string, responsibility: string, more?: Readonly<Record<string, unknown>>): Promise<string>;
  client(userName: string): Promise<Client>;
  /** A window of this person, signed in. */
  enter(userName: string, options?: Parameters<typeof openPage>[0]): Promise<Page>;
  drop(): Promise<void>;
}

const hour = msOf({ hours: 1 });

/** What earlier runs built and nobody needs any more. */
function forgetOld(): void {
  for (const name of readdirSync(tmpdir()).filter((value) => value.startsWith("base-srm-trial-"))) {
    const folder = join(tmpdir(), name);
    if (statSync(folder).mtimeMs < clock.now().getTime() - hour) rmSync(folder, { recursive: true, force: true });
  }
}

async function pages(): Promise<string> {
  const folder = join(tmpdir(), `base-srm-trial-${inject("testRun")}`);
  if (existsSync(join(folder, "index.html"))) return folder;
  forgetOld();
  // The pages people get, not the slow ones with a developer's checks.
  vi.stubEnv("NODE_ENV", "production");
  await build({ configFile: join(import.meta.dirname, "vite.config.ts"), mode: "production", build: { outDir: folder } });
  vi.unstubAllEnvs();
  return folder;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

export async function openTrial(env: Readonly<Record<string, string>> = {}): Promise<Trial> {
  await prepareTemplate(
    "trial",
    async (url) => {
      const first = await openKernel(all, url, clock);
      await ship(first, clock.now);
      await first.close();
    },
    await shipped(),
  );
  const database = await freshDatabase("trial");
  const dataDir = mkdtempSync(join(tmpdir(), "base-srm-trial-data-"));
  const port = await freePort();
  const product = await openProduct(all, {
    databaseUrl: database.url,
    dataDir,
    port,
    host: "127.0.0.1",
    env: { CALLS_PER_MINUTE: "0", LOG_LEVEL: "silent", ARGON2_MEMORY_KIB: "19456", ARGON2_ROUNDS: "2", ...env },
    adminPassword: password,
    demo: null,
    webRoot: await pages(),
  });
  const { kernel, gate } = product;
  await passwordsAlone(kernel);
  const url = `http://127.0.0.1:${port}`;
  const rows = await kernel.db.query<{ id: string; code: string }>(`select id, "respCode" as code from "BaseResponsibility"`);
  const responsibilities = new Map(rows.map((row) => [row.code, row.id]));
  const { phc, pepperId } = await gate.passwords.hash(password);
  const make: Trial["make"] = (entity, row) => save(kernel, entity, { ...row }, system);
  return {
    ...product,
    url,
    make,
    async person(userName, responsibility, more = {}) {
      const account = { userName, displayName: userName, email: `${userName}@example.com`, userType: "INTERNAL", ...more };
      const made = await make("BaseUsers", account);
      await kernel.directory.setPassword(made.id, phc, pepperId, { mustChange: false, by: "system", reason: "ADMIN" });
      await make("BaseUserResp", {
        userId: made.id,
        responsibilityId: responsibilities.get(responsibility),
        supplierId: more["supplierId"],
      });
      return made.id as string;
    },
    client: (userName) => signIn(url, userName, password),
    async enter(userName, options) {
      const page = await openPage(options);
      await signInOn(page, url, userName, password);
      return page;
    },
    async drop() {
      await product.stop();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Nothing went wrong unnoticed; what was meant to go wrong is named. */
export async function calm(page: Page, expected = /status of 40[13]/): Promise<void> {
  expect(errorsOf(page).filter((line) => !expected.test(line))).toEqual([]);
  await page.context().close();
}
