import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backup, restore } from "#kernel/server/database/backup.ts";
import { openDb } from "#kernel/server/database/db.ts";
import { signIn, type Client } from "../support/client.ts";
import { freshDatabase, type FreshDatabase } from "../support/database.ts";
import { openDemoProduct, type TestProduct } from "../support/product.ts";
import { startServer, type RunningServer } from "../support/server.ts";

/** The whole installation is kept while it works and brought back elsewhere: whatever its parts put into the database must come back. */
let product: TestProduct;
let elsewhere: FreshDatabase;
let back: RunningServer | undefined;
const folder = mkdtempSync(join(tmpdir(), "base-srm-kept-"));

beforeAll(async () => {
  product = await openDemoProduct();
  elsewhere = await freshDatabase();
});
afterAll(async () => {
  await back?.stop();
  await product?.drop();
  await elsewhere?.drop();
  rmSync(folder, { recursive: true, force: true });
});

const suppliers = (client: Client) => client.call("srmServer/v1/srmSupInfoRestful/listByPage", { pageRows: 100 });

test(
  "promise 21: the product restored into an empty place starts, lets its people in and shows what they had",
  { timeout: 600_000 },
  async () => {
    const before = await suppliers(await product.signIn("supplier.mgr"));
    expect(before.data.length).toBeGreaterThan(10);
    const manifest = await backup(product.kernel.db, product.dataDir, join(folder, "backup"), { version: "1", now: new Date() });
    const db = openDb(elsewhere.installerUrl);
    const dataDir = join(folder, "data");
    await restore(db, join(folder, "backup"), dataDir);
    const laid = await db.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'`,
    );
    expect(laid.map((entry) => entry.name).sort()).toEqual(Object.keys(manifest.tables).sort());
    await db.close();

    // Named a superuser, the product makes its ordinary role the owner of what came back, and works as that role.
    back = await startServer(elsewhere.installerUrl, { DATA_DIR: dataDir, CALLS_PER_MINUTE: "0" });
    const after = await suppliers(await signIn(back.url, "supplier.mgr", "Base@2026"));
    expect(after.data).toEqual(before.data);
  },
);
