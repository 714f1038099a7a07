import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
  const keys = mkdtempSync(join(tmpdir(), "base-srm-test-"));
  await prepareTemplate(`product_${name}`, async (databaseUrl) => {
    const first = await openProduct(all, { ...shared, databaseUrl, dataDir: mkdtempSync(join(tmpdir(), "base-srm-template-")), port: await freePort() });
    await first.stop();
    // The template's keys stay behind with its folder: a copy makes its own, and so must the administrator's password.
    const { openDb } = await import("#kernel/server/db.ts");
    const db = openDb(databaseUrl, { max: 1 });
    await db.query(`delete from "BaseUserResp"; delete from "BaseUsers"; delete from "BaseServerKey"`);
    await db.close();
  });
  const fresh = await freshDatabase(`product_${name}`);
  const port = await freePort();
  const product = await openProduct(all, { ...shared, databaseUrl: fresh.url, dataDir: keys, port });
  const url = `http://127.0.0.1:${port}`;
  return {
    ...product,
    url,
    signIn: (userName, password = adminPassword) => signIn(url, userName, password),
    async drop() {
      await product.stop();
      await fresh.drop();
      rmSync(keys, { recursive: true, force: true });
    },
  };
}
