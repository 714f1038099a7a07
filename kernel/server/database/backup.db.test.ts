import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { freshDatabase } from "../../../tests/support/database.ts";
import { openSample, save } from "../../../tests/support/kernel.ts";
import { sealAll } from "../../../tests/support/sealed.ts";
import { backup, restore } from "./backup.ts";
import { openDb } from "./db.ts";
import { verifyJournal } from "../journal/journal.ts";

const folder = mkdtempSync(join(tmpdir(), "base-srm-backup-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("promise 21: what is restored into an empty place is the same system, its chain unbroken and growing", async () => {
  const kernel = await openSample();
  const supplier = await save(kernel, "SampleSupplier", { supplierCode: "B-1", supplierName: "纸鸢包装" });
  await save(kernel, "SampleOrder", {
    title: "kept",
    orgCode: "E1",
    supplierId: supplier.id,
    orderType: "STANDARD",
    orderDate: "2026-11-14",
    lines: [{ lineNum: 10, item: "x", qty: "1.25", price: "3.1" }],
  });
  await sealAll(kernel.db);
  const before = await verifyJournal(kernel.db);
  mkdirSync(join(folder, "data", "keys"), { recursive: true });
  writeFileSync(join(folder, "data", "keys", "master.key"), "secret");
  const manifest = await backup(kernel.db, join(folder, "data"), join(folder, "backup"), { version: "1", now: new Date() });
  expect(manifest.head).toBe(before.head);

  const fresh = await freshDatabase();
  const db = openDb(fresh.installerUrl);
  await restore(db, join(folder, "backup"), join(folder, "new"));
  expect(await db.query(`select title, total from "SampleOrder"`)).toEqual([{ title: "kept", total: "3.88" }]);
  expect(readFileSync(join(folder, "new", "keys", "master.key"), "utf8")).toBe("secret");
  const after = await verifyJournal(db);
  expect(after).toMatchObject({ broken: null, head: before.head, rows: before.rows, unsealed: 0 });
  await expect(restore(db, join(folder, "backup"), join(folder, "again"))).rejects.toThrow(/not empty/);

  await db.query(
    `insert into "Journal" (at, "userId", "userName", entity, "docId", action, changes, "requestId") values (now(), 'u', 'u', 'SampleOrder', 'x', 'note', '[]', 'r')`,
  );
  await sealAll(db);
  expect(await verifyJournal(db)).toMatchObject({ broken: null, rows: before.rows + 1, unsealed: 0 });
  await db.close();
  await fresh.drop();
  await kernel.drop();
});
