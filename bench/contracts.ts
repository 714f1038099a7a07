import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDb } from "#kernel/server/database/db.ts";
import { startPostgres } from "#kernel/server/database/embedded-pg.ts";
import { signIn } from "../tests/support/client.ts";
import { freePort } from "../tests/support/free-port.ts";
import { fill } from "./contracts/fill.ts";
import { looksAt } from "./contracts/looks.ts";
import { measurePaper } from "./contracts/paper.ts";
import { option, Stand } from "./kernel/stand.ts";
import { compare, textsOf } from "./purchase/look.ts";

/** The contract ledger on 100,000 contracts with a million postings against the least SQL that answers the same, and a contract of sixty pages from its data to the signed PDF: npm run bench -- contracts [--part=ledger,paper] [--rows=100000] [--clauses=150] [--folder=kept and used again]. */
const rows = Number(option("rows") ?? 100_000);
const clauses = Number(option("clauses") ?? 150);
const stored = option("folder");
const parts = option("part")?.split(",");
const isAsked = (part: string): boolean => !parts || parts.includes(part);
const folder = stored ?? mkdtempSync(join(tmpdir(), "base-srm-bench-"));
const mark = join(folder, "filled");
const stand = new Stand();
const postgres = await startPostgres(join(folder, "postgres"));

try {
  const url = postgres.installerUrl;
  const ports = { product: await freePort(), bare: await freePort() };
  await stand.start("product-server.ts", [url, join(folder, "data"), String(ports.product)]);
  const db = openDb(url, { max: 2 });
  if (isAsked("ledger")) {
    if (!existsSync(mark)) {
      console.log(`filling ${rows.toLocaleString("en-US")} contracts …`);
      await fill(db, rows);
      writeFileSync(mark, "");
    }
    await stand.start("bare-server.ts", [url, String(ports.bare)]);
    const chief = await signIn(`http://127.0.0.1:${ports.product}`, "admin", "Bench@2026x");
    const looks = looksAt(`ct${String(Math.floor(rows / 2)).padStart(9, "0")}`);
    await stand.teach(ports.bare, textsOf(looks));
    await compare({ buyer: chief, vendor: chief, chief, keeper: chief }, ports, looks);
  }
  if (isAsked("paper")) await measurePaper(db, folder, clauses, 9);
  await db.close();
} finally {
  await stand.stop();
  await postgres.stop();
  if (!stored) rmSync(folder, { recursive: true, force: true });
}
