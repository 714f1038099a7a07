import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDb } from "#kernel/server/database/db.ts";
import { startPostgres } from "#kernel/server/database/embedded-pg.ts";
import { signIn, type Client } from "../tests/support/client.ts";
import { freePort } from "../tests/support/free-port.ts";
import { option, Stand } from "./kernel/stand.ts";
import { measureCrowd } from "./purchase/crowd.ts";
import { desks, papers } from "./purchase/desks.ts";
import { fill } from "./purchase/fill.ts";
import { compare, textsOf, type Who } from "./purchase/look.ts";
import { measureOrders } from "./purchase/orders.ts";
import { reports } from "./purchase/reports.ts";

/** Purchasing on a million delivery rows against the least SQL that answers or writes the same: npm run bench -- purchase [--part=desks,papers,reports,crowd,orders] [--only=words of a case] [--rows=1000000] [--folder=kept and used again]. */
const rows = Number(option("rows") ?? 1_000_000);
const stored = option("folder");
const parts = option("part")?.split(",");
const isAsked = (part: string): boolean => !parts || parts.includes(part);
const folder = stored ?? mkdtempSync(join(tmpdir(), "base-srm-bench-"));
const mark = join(folder, "filled");
const stand = new Stand();
const postgres = await startPostgres(join(folder, "postgres"));
const names: Readonly<Record<Who, string>> = {
  buyer: "bench.buyer1",
  vendor: "bench.vendor",
  chief: "bench.chief",
  keeper: "bench.keeper",
};
const looks = { desks, papers, reports };

try {
  const url = postgres.installerUrl;
  const ports = { product: await freePort(), bare: await freePort() };
  const server = await stand.start("product-server.ts", [url, join(folder, "data"), String(ports.product)]);
  const db = openDb(url, { max: 2 });
  if (!existsSync(mark)) {
    console.log(`filling ${rows.toLocaleString("en-US")} delivery rows …`);
    await fill(db, rows);
    writeFileSync(mark, "");
  }
  await stand.start("bare-server.ts", [url, String(ports.bare)]);
  const people = Object.entries(names).map(async ([who, name]) => [
    who,
    await signIn(`http://127.0.0.1:${ports.product}`, name, "Bench@2026x"),
  ]);
  const clients = Object.fromEntries(await Promise.all(people)) as Record<Who, Client>;
  const only = option("only");
  for (const [name, list] of Object.entries(looks)) {
    if (!isAsked(name)) continue;
    const chosen = list.filter((look) => !only || look.name.includes(only));
    await stand.teach(ports.bare, textsOf(chosen));
    await compare(clients, ports, chosen);
  }
  if (isAsked("crowd")) await measureCrowd(url, clients.keeper);
  server.kill("SIGTERM");
  if (isAsked("orders")) await measureOrders(url);
  await db.close();
} finally {
  await stand.stop();
  await postgres.stop();
  if (!stored) rmSync(folder, { recursive: true, force: true });
}
