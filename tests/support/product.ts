import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import type { Module } from "#kernel/module.ts";
import { modules } from "#modules/index.ts";
import { openProduct, type Product } from "../../product.ts";
import { signIn, type Client } from "./client.ts";
import { freshDatabase, prepareTemplate } from "./database.ts";

export const adminPassword = "Base@2026";

export interface TestProduct extends Product {
  readonly url: string;
  signIn(userName: string, password?: string): Promise<Client>;
  drop(): Promise<void>;
}

const env = { CALLS_PER_MINUTE: "0", LOG_LEVEL: "silent", ARGON2_MEMORY_KIB: "19456", ARGON2_ROUNDS: "2" };

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  return port;
}

/** The whole product in this process on a database of its own, with further modules beside its own. */
export async function openTestProduct(name: string, more: readonly Module[] = []): Promise<TestProduct> {
  const all = [...modules, ...more];
  const shared = { host: "127.0.0.1", env, adminPassword, demo: null };
  // Accounts and keys belong together: a copy of the template's database gets a copy of its keys.
  const templateDir = join(tmpdir(), `base-srm-template-${inject("testRun")}-${name}`);
  await prepareTemplate(`product_${name}`, async (databaseUrl) =>
    (await openProduct(all, { ...shared, databaseUrl, dataDir: templateDir, port: await freePort() })).stop(),
  );
  const dataDir = mkdtempSync(join(tmpdir(), "base-srm-test-"));
  cpSync(join(templateDir, "keys"), join(dataDir, "keys"), { recursive: true });
  const fresh = await freshDatabase(`product_${name}`);
  const port = await freePort();
  const product = await openProduct(all, { ...shared, databaseUrl: fresh.url, dataDir, port });
  const url = `http://127.0.0.1:${port}`;
  return {
    ...product,
    url,
    signIn: (userName, password = adminPassword) => signIn(url, userName, password),
    async drop() {
      await product.stop();
      await fresh.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
