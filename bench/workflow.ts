import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDb } from "#kernel/server/database/db.ts";
import { startPostgres } from "#kernel/server/database/embedded-pg.ts";
import { newId } from "#kernel/server/act/id.ts";
import { openKernel } from "#kernel/server/kernel.ts";
import { inOwnName } from "#kernel/server/access/permit.ts";
import { ship, shipRows } from "#kernel/server/install/ship.ts";
import { sides } from "#modules/server.ts";
import { line, user } from "#modules/workflow/engine/test-office.ts";
import { ownTime } from "./kernel/processor.ts";
import { Firm, type Who } from "../tests/support/firm.ts";
import { firmModules } from "../tests/support/firm-module.ts";

/** Approval steps with the document's own transaction against the bare state machine in SQL, and the list of tasks among ten thousand open ones against its bare statement: npm run bench -- workflow [--steps=300] [--open=10000]. */
const option = (name: string, initial: number): number =>
  Number(process.argv.find((a) => a.startsWith(`--${name}=`))?.slice(name.length + 3) ?? initial);
const steps = option("steps", 300);
const open = option("open", 10_000);
const clients = 4;
const slice = 20;

const folder = mkdtempSync(join(tmpdir(), "base-srm-bench-"));
const postgres = await startPostgres(join(folder, "postgres"));
const clock = { now: () => new Date() };
const kernel = await openKernel(firmModules, postgres.installerUrl, clock);
await ship(kernel, clock.now);
for (const side of sides) await shipRows(kernel, side, clock.now);
const responsibilities = await kernel.db.query<{ id: string; code: string }>(`select id, "respCode" as code from "BaseResponsibility"`);
const firm = new Firm(kernel, postgres.installerUrl, async () => undefined, new Map(responsibilities.map((h) => [h.code, h.id])), {
  at: null,
});
const bare = openDb(postgres.installerUrl, { max: clients, applicationName: "bare" });
const watch = openDb(postgres.installerUrl, { max: 1, applicationName: "watch" });

const clerk = await firm.person("clerk", ["FIRM_CLERK"]);
const ann = await firm.person("ann", ["EMPLOYEE"]);
const bob = await firm.person("bob", ["EMPLOYEE"]);
await firm.process(line(user("a", [ann.id]), user("b", [bob.id])));

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;
const show = (what: string, ours: number, raw: number): void =>
  console.log(`${what.padEnd(58)} ${ours.toFixed(2).padStart(8)} ms  bare ${raw.toFixed(2).padStart(8)} ms  ×${(ours / raw).toFixed(2)}`);

/** So many clients work through the items at once; answers the time of each. */
async function timed<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<number[]> {
  const left = [...items];
  const each: number[] = [];
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let entry = left.shift(); entry !== undefined; entry = left.shift()) {
        const at = performance.now();
        await work(entry);
        each.push(performance.now() - at);
      }
    }),
  );
  return each;
}

interface Submitted {
  readonly id: string;
  readonly taskId: string;
}

async function submitted(count: number): Promise<Submitted[]> {
  const me = await clerk.me();
  const ids = Array.from({ length: count }, () => newId());
  await timed(ids, async () => {
    const made = await firm.act("FirmRequest", undefined, "saveOrUpdate", { title: "pens", amount: "120.00" }, me);
    await firm.act("FirmRequest", made["id"], "doSubmit", {}, me);
  });
  return kernel.db.query(
    `select i.id, t.id as "taskId" from "BpmInstance" i join "BpmTask" t on t."parentId" = i.id and t.status = 'TODO' where t."assigneeUserId" = $1 order by i.id desc limit $2`,
    [ann.id, count],
  );
}

/** The least a state machine writes for one decision: the rows are locked, the task ends, the token moves, the next task and two records of it come, instance, sheet and document follow. */
async function bareStep({ id, taskId }: Submitted): Promise<void> {
  await bare.tx(async (tx) => {
    await tx.query(`select id from "BpmInstance" where id = $1 for update`, [id]);
    const [task] = await tx.query<{ tokenId: string }>(`select "tokenId" from "BpmTask" where id = $1 for update`, [taskId]);
    await tx.query(`update "BpmTask" set status = 'DONE', "doneAt" = now(), action = 'PASS', "lastUpdateDate" = now() where id = $1`, [
      taskId,
    ]);
    await tx.query(`update "BpmToken" set state = 'DONE', "lastUpdateDate" = now() where id = $1`, [task!.tokenId]);
    for (const table of ["BpmToken", "BpmTask", "BpmTaskAction"])
      await tx.query(
        `insert into "${table}" select (jsonb_populate_record(t, jsonb_build_object('id', $2::text))).* from "${table}" t where t."parentId" = $1 limit 1`,
        [id, newId()],
      );
    await tx.query(
      `insert into "BaseApprovalHistory" select (jsonb_populate_record(t, jsonb_build_object('id', $2::text, 'seq', 99))).* from "BaseApprovalHistory" t where t."parentId" = $1 limit 1`,
      [id, newId()],
    );
    await tx.query(`update "BpmInstance" set "lockVersion" = "lockVersion" + 1, "versionNum" = "versionNum" + 1 where id = $1`, [id]);
    await tx.query(`update "BaseApproval" set "currentNode" = 'b', "versionNum" = "versionNum" + 1 where id = $1`, [id]);
    await tx.query(
      `insert into "Outbox" (at, event, entity, "docId", data, "requestId") values (now(), 'BENCH', 'BpmInstance', $1, '{}', 'bench')`,
      [id],
    );
  });
}

const pass = async (by: Who, { id, taskId }: Submitted): Promise<unknown> =>
  firm.act("BpmInstance", id, "doPass", { taskId, comment: "" }, inOwnName(await by.me()));

await timed(await submitted(40), (step) => pass(ann, step));
const measured = {
  ours: { work: (step: Submitted) => pass(ann, step), connections: "base-srm", each: [] as number[], cpu: [] as number[] },
  bare: { work: bareStep, connections: "bare", each: [] as number[], cpu: [] as number[] },
};
// In turns, so that whatever else the machine does falls on both alike.
for (let done = 0; done < steps; done += slice)
  for (const side of [measured.ours, measured.bare]) {
    const items = await submitted(slice);
    const before = await ownTime(watch, side.connections);
    side.each.push(...(await timed(items, side.work)));
    side.cpu.push(((await ownTime(watch, side.connections)) - before) / slice);
  }
show("one approval step, median", median(measured.ours.each), median(measured.bare.each));
show("– processor time", median(measured.ours.cpu), median(measured.bare.cpu));

await submitted(40);
const [seed] = await kernel.db.query<{ id: string }>(`select id from "BpmInstance" where status = 'RUNNING' order by id desc limit 1`);
for (const [table, key] of [
  ["BpmInstance", "id"],
  ["BpmTask", "parentId"],
  ["BpmToken", "parentId"],
] as const)
  await kernel.db.query(
    `insert into "${table}" select (jsonb_populate_record(t, jsonb_build_object('id', t.id || '_' || n) || case when $2 = 'id' then jsonb_build_object('bizId', t.id || '_' || n, 'instanceNum', 'BENCH' || n) else jsonb_build_object('parentId', t."${key}" || '_' || n) end)).*
     from "${table}" t, generate_series(1, $3::int) n where t."${key}" = $1${table === "BpmTask" ? ` and t.status = 'TODO'` : ""}`,
    [seed!.id, key, open],
  );
// Open tasks lie with fifty people, as in a house of some size; one of them looks at his.
const others = await Promise.all(Array.from({ length: 49 }, (_, i) => firm.person(`colleague${i}`, ["EMPLOYEE"])));
await kernel.db.query(
  `update "BpmTask" t set "assigneeUserId" = ($1::text[])[1 + x.n % 50] from (select id, row_number() over () as n from "BpmTask" where status = 'TODO') x where x.id = t.id`,
  [[ann.id, ...others.map((who) => who.id)]],
);
await kernel.db.query("vacuum analyze");
const todo = kernel.declared.entity("BpmTodo");
const me = await ann.me();
const list = { list: "myUpcoming", pageIndex: 1, pageRows: 50 };
const asked = Array.from({ length: 60 }, (_, i) => i);
const listed = await timed(asked, () => kernel.finder.list(todo, list, me));
const rawList = await timed(asked, () =>
  bare.query(
    `select t.id, t."nodeId", t."arrivedAt", t."dueDate", i.id as "instanceId", i.subject, i."billNum", i.amount, u."displayName" from "BpmTask" t
       join "BpmInstance" i on i.id = t."parentId" left join "BaseUsers" u on u.id = i."starterUserId"
     where t."assigneeUserId" = $1 and t.status in ('TODO', 'CLAIMED') order by t."arrivedAt", t.id limit 50`,
    [ann.id],
  ),
);
const rawCount = await timed(asked, () =>
  bare.query(
    `select count(*) from (select 1 from "BpmTask" t where t."assigneeUserId" = $1 and t.status in ('TODO', 'CLAIMED') limit 10001) c`,
    [ann.id],
  ),
);
show(`my tasks, first page with its total, ${open} open`, median(listed), median(rawList) + median(rawCount));

await watch.close();
await bare.close();
await kernel.close();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
