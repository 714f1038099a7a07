import type { Me } from "#kernel/entity.ts";
import { openDb, type OpenDb } from "#kernel/server/database/db.ts";
import { openKernel, type Kernel } from "#kernel/server/kernel.ts";
import { inOwnName, systemMe } from "#kernel/server/access/permit.ts";
import { modules } from "#modules/index.ts";
import { officeDay } from "../../tests/support/day.ts";
import { press, save, someone } from "../../tests/support/kernel.ts";
import { ownTime } from "../kernel/processor.ts";

const system = systemMe("bench");
export const entity = "SrmPurOrderHeader";
export const supplierId = "sup00041";
export const steps = ["save", "submit", "approve", "publish"] as const;
type Step = (typeof steps)[number];

/** Copies every process keeps are read again whenever it suits; they are no part of the work. */
const isCopy = (text: string): boolean =>
  text.includes('"lookupValuesId"') || text.includes('from "BaseProfile') || text.includes("PermissionState");

interface Took {
  readonly statements: number;
  readonly ms: number;
  /** Milliseconds of the processor, here and in the database; other work on the machine hardly changes them. */
  readonly cpu: number;
}

/** Asks what was spent, over connections of its own, which are not counted. */
type Watch = Pick<OpenDb, "query">;

async function measured(db: Pick<OpenDb, "onStatement">, watch: Watch, work: () => Promise<unknown>): Promise<Took> {
  let statements = 0;
  const before = await ownTime(watch, "base-srm");
  const stop = db.onStatement((text) => void (statements += isCopy(text) ? 0 : 1));
  const began = performance.now();
  try {
    await work();
    const ms = performance.now() - began;
    return { statements, ms, cpu: (await ownTime(watch, "base-srm")) - before };
  } finally {
    stop();
  }
}

/** A kind of order nobody has to be asked about twice, so much under the ordered quantity being enough, and a supplier that may have it. */
export async function kindOfOrder(kernel: Kernel, billTypeCode: string, underReceiveTolerance: string): Promise<string> {
  const known = await kernel.db.one<{ id: string }>(`select id from "SrmBasePurchaseBillType" where "billTypeCode" = $1`, [billTypeCode]);
  if (known) return known.id;
  const type = await save(
    kernel,
    "SrmBasePurchaseBillType",
    {
      billCategory: "ORDER",
      billTypeCode,
      billTypeName: `测量订单 ${billTypeCode}`,
      aslControl: "NONE",
      priceControl: "NONE",
      autoPublish: "N",
      overReceiveTolerance: "5",
      underReceiveTolerance,
    },
    system,
  );
  await press(kernel, "SrmBasePurchaseBillType", type.id, "doEnabled", {}, {}, system);
  const categories = [{ orgId: "org001", categoryId: "cat00002", categoryStatus: "QUALIFIED", validTo: officeDay(400) }];
  const grant = { docType: "BENCH", docId: "B1", reason: "bench", categories };
  await press(kernel, "SrmSupInfo", supplierId, "doGrant", grant, {}, system);
  return type.id as string;
}

const body = (billTypeId: string, lines: number, qty: string): Record<string, unknown> => ({
  billTypeId,
  orgId: "org001",
  supplierId,
  supplierSiteId: "site00041",
  buyerId: "buy001",
  orderDate: officeDay(),
  currency: "CNY",
  taxIncludedFlag: "N",
  paymentTermId: "term",
  lines: Array.from({ length: lines }, (_, i) => ({
    itemId: `item${String((i % 49) * 400 + 1).padStart(5, "0")}`,
    itemDesc: "支架",
    categoryId: "cat00002",
    uom: "PCS",
    qty,
    price: "12.5",
    priceUnit: "1",
    taxRate: "T13",
    exceptionReason: "议价",
    deliveries: [{ qty, needByDate: officeDay(20), deliveryInfoId: "dock" }],
  })),
});

/** The rows the last action on an order wrote, table by table: all that carry its transaction's number. */
async function written(db: OpenDb, id: string): Promise<ReadonlyMap<string, { added: object[]; changed: object[] }>> {
  const [{ xid }] = (await db.query<{ xid: string }>(`select xmin::text as xid from "${entity}" where id = $1`, [id])) as [{ xid: string }];
  const tables = await db.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const found = new Map<string, { added: object[]; changed: object[] }>();
  for (const { name } of tables) {
    const rows = await db.query<{ row: Record<string, unknown> }>(`select to_jsonb(t) as row from "${name}" t where t.xmin::text = $1`, [
      xid,
    ]);
    const isChange = ({ row }: { row: Record<string, unknown> }): boolean =>
      row["versionNum"] !== undefined && row["creationDate"] !== row["lastUpdateDate"];
    if (rows.length)
      found.set(name, {
        added: rows.filter((row) => !isChange(row)).map((row) => row.row),
        changed: rows.filter(isChange).map((row) => row.row),
      });
  }
  return found;
}

/** Tables so that whatever a row names is written before it. */
async function inOrder(db: OpenDb, tables: readonly string[]): Promise<string[]> {
  const edges = await db.query<{ child: string; parent: string }>(
    `select a.relname as child, b.relname as parent from pg_constraint c join pg_class a on a.oid = c.conrelid join pg_class b on b.oid = c.confrelid
     where c.contype = 'f' and a.oid <> b.oid and a.relname = any($1) and b.relname = any($1)`,
    [tables],
  );
  const placed: string[] = [];
  const isReady = (table: string): boolean => edges.every(({ child, parent }) => child !== table || placed.includes(parent));
  while (placed.length < tables.length) {
    const next = tables.find((table) => !placed.includes(table) && isReady(table)) ?? tables.find((table) => !placed.includes(table))!;
    placed.push(next);
  }
  return placed;
}

/** The floor: the same rows once more, one statement for each table and kind, in one transaction that holds the order. */
async function again(db: OpenDb, watch: Watch, id: string, rows: Awaited<ReturnType<typeof written>>): Promise<Took> {
  const client = await db.connect();
  await client.query("set session_replication_role = replica");
  const columns = new Map<string, string[]>();
  for (const [table, { added }] of rows) {
    const { rows: known } = await client.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = format('%I', $1::text)::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    columns.set(
      table,
      known.map((entry) => entry.name),
    );
    const key = columns.get(table)!.includes("id") ? "id" : columns.get(table)!.includes("no") ? "no" : null;
    if (added.length && key)
      await client.query(`delete from "${table}" t using jsonb_populate_recordset(null::"${table}", $1) x where t."${key}" = x."${key}"`, [
        JSON.stringify(added),
      ]);
  }
  await client.query("set session_replication_role = origin");
  let statements = 0;
  const send = (text: string, values: unknown[] = []): Promise<unknown> => (statements++, client.query(text, values));
  const texts = (await inOrder(db, [...rows.keys()])).map((table) => {
    const { added, changed } = rows.get(table)!;
    return { table, added: JSON.stringify(added), changed: JSON.stringify(changed) };
  });
  const before = await ownTime(watch, "bare");
  const began = performance.now();
  await send("begin");
  await send(`select id from "${entity}" where id = $1 for update`, [id]);
  for (const { table, added, changed } of texts) {
    const names = columns
      .get(table)!
      .map((value) => `"${value}"`)
      .join(", ");
    if (added !== "[]")
      await send(
        `insert into "${table}" (${names}) overriding system value select ${names} from jsonb_populate_recordset(null::"${table}", $1) on conflict do nothing`,
        [added],
      );
    if (changed !== "[]")
      await send(
        `update "${table}" t set (${names}) = (select ${columns
          .get(table)!
          .map((value) => `x."${value}"`)
          .join(", ")}) from jsonb_populate_recordset(null::"${table}", $1) x where t.id = x.id`,
        [changed],
      );
  }
  await send("commit");
  const ms = performance.now() - began;
  const cpu = (await ownTime(watch, "bare")) - before;
  await client.end();
  return { statements, ms, cpu };
}

/** What is open to a responsibility is decided under it. */
async function responsibility(kernel: Kernel, respCode: string): Promise<string> {
  return (await kernel.db.one<{ id: string }>(`select id from "BaseResponsibility" where "respCode" = $1`, [respCode]))!.id;
}

/** One order from nothing to published, each step by whoever may take it. */
export function path(
  kernel: Kernel,
  billTypeId: string,
  lines: number,
  qty = "10",
): { readonly id: () => string; readonly work: Readonly<Record<Step, () => Promise<unknown>>>; ready(step: Step): Promise<void> } {
  const buyer: Me = someone({ userId: "buy001", userName: "bench.buyer1" });
  let chief: Me = someone({ userId: "bench.chief", userName: "bench.chief" });
  let id = "";
  let task: { id: string; instance: string } | null = null;
  return {
    id: () => id,
    ready: async (step) => {
      if (step !== "approve") return;
      chief = inOwnName({ ...chief, responsibilityId: await responsibility(kernel, "PUR_MANAGER") });
      task = await kernel.db.one(
        `select t.id, i.id as instance from "BpmTask" t join "BpmInstance" i on i.id = t."parentId" where i."bizId" = $1 and t.status in ('TODO', 'CLAIMED') order by t.id desc limit 1`,
        [id],
      );
    },
    work: {
      save: async () => void (id = (await save(kernel, entity, body(billTypeId, lines, qty), buyer)).id as string),
      submit: () => press(kernel, entity, id, "doSubmit", {}, {}, buyer),
      approve: () => press(kernel, "BpmInstance", task!.instance, "doPass", { taskId: task!.id, comment: "ok" }, {}, chief),
      publish: () => press(kernel, entity, id, "doPublish", {}, {}, buyer),
    },
  };
}

const middle = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!;

/** Orders of ten and of a thousand lines: statements and milliseconds of every step, beside the bare statements that write the same rows. */
export async function measureOrders(url: string): Promise<void> {
  const kernel = await openKernel(modules, url, { now: () => new Date() });
  const bare = openDb(url, { max: 2, applicationName: "bare" });
  const watch = openDb(url, { max: 1, applicationName: "watch" });
  const billTypeId = await kindOfOrder(kernel, "PO_BENCH", "2");
  console.log(
    "| order | step | statements | product ms | bare statements | bare ms | ratio | processor ms, product / bare | ratio |\n|---|---|---|---|---|---|---|---|---|",
  );
  for (const lines of [10, 1000]) {
    const found = Object.fromEntries(steps.map((step) => [step, { ours: [] as Took[], bare: [] as Took[] }])) as Record<
      Step,
      { ours: Took[]; bare: Took[] }
    >;
    for (let round = 0; round < 9; round++) {
      const purchase = path(kernel, billTypeId, lines);
      for (const step of steps) {
        await purchase.ready(step);
        const ours = await measured(kernel.db, watch, purchase.work[step]);
        const floor = await again(bare, watch, purchase.id(), await written(bare, purchase.id()));
        if (round === 0) continue;
        found[step].ours.push(ours);
        found[step].bare.push(floor);
      }
    }
    for (const step of steps) {
      const { ours, bare: floor } = found[step];
      const [ms, raw] = [middle(ours.map((took) => took.ms)), middle(floor.map((took) => took.ms))];
      const [cpu, rawCpu] = [middle(ours.map((took) => took.cpu)), middle(floor.map((took) => took.cpu))];
      console.log(
        `| ${lines.toLocaleString("en-US")} lines | ${step} | ${Math.min(...ours.map((took) => took.statements))} | ${ms.toFixed(1)} | ${middle(floor.map((took) => took.statements))} | ${raw.toFixed(1)} | ×${(ms / raw).toFixed(2)} | ${cpu.toFixed(1)} / ${rawCpu.toFixed(1)} | ×${(cpu / rawCpu).toFixed(2)} |`,
      );
    }
  }
  await watch.close();
  await bare.close();
  await kernel.close();
}
