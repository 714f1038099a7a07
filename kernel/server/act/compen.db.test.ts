import { afterAll, beforeAll, expect, test } from "vitest";
import { action, entity } from "#kernel/entity.ts";
import { text } from "#kernel/field.ts";
import { module } from "#kernel/module.ts";
import { afterCommit } from "#kernel/platform/compen.entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { rule, set } from "#kernel/rule.ts";
import { openKernel, type Kernel } from "#kernel/server/kernel.ts";
import { admin } from "#modules/admin/index.ts";
import { schedule } from "#modules/schedule/index.ts";
import { freshDatabase, type FreshDatabase } from "../../../tests/support/database.ts";
import { press, save, someone } from "../../../tests/support/kernel.ts";

const order = entity("TrialOrder", "试验单", "Trial order", {
  fields: { orderNum: text("单号", "Number"), sentFlag: text("已发", "Sent", { computed: true, optional: true }) },
  sees: { internal: "all" },
  saves: "internal",
  actions: { doSend: action("发出", "Send", { button: "btnSend", who: "internal" }) },
});
const send = rule(order, "doSend", {
  decide: (doc, _facts, _input, _me, at) => [
    doc.orderNum === "BAD" && refuse("TRIAL_BAD", "不能发", "Cannot be sent"),
    set(doc, { sentFlag: "Y" }),
    afterCommit(at, {
      step: "TRIAL_SEND",
      bizType: "TrialOrder",
      bizId: doc.id,
      bizNum: doc.orderNum,
      targetService: "ERP",
      idempotencyKey: `${doc.id}@send`,
      payload: { no: doc.orderNum },
      summary: ["发给 ERP", "Send to the ERP"],
    }),
  ],
});
const trial = module("trial", "试验", "Trial", { entities: [order], rules: [send] });

let fresh: FreshDatabase;
let one: Kernel;
let two: Kernel;
const sent: string[] = [];
beforeAll(async () => {
  fresh = await freshDatabase();
  const clock = { now: () => new Date() };
  one = await openKernel([admin, schedule, trial], fresh.url, clock);
  two = await openKernel([admin, schedule, trial], fresh.url, clock);
  for (const kernel of [one, two])
    kernel.steps.on("TRIAL_SEND", async ({ payload, idempotencyKey }) => {
      await new Promise((done) => setTimeout(done, 2));
      sent.push(`${String(payload["no"])} ${idempotencyKey.split("@")[1]}`);
    });
});
afterAll(async () => {
  await Promise.all([one?.close(), two?.close()]);
  await fresh?.drop();
});

test("a step follows the commit of its action, and only of one that was committed; several processes carry it out once", async () => {
  const made = await Promise.all(["A1", "A2", "A3", "BAD"].map((orderNum) => save(one, "TrialOrder", { orderNum }, someone())));
  for (const { id } of made.slice(0, 3)) await press(one, "TrialOrder", id, "doSend");
  await expect(press(one, "TrialOrder", made[3].id, "doSend")).rejects.toMatchObject({ code: "TRIAL_BAD" });
  await Promise.all([one.steps.drain(), two.steps.drain(), one.steps.drain()]);
  expect(sent.toSorted()).toEqual(["A1 send", "A2 send", "A3 send"]);
  const rows = await one.db.query<{ status: string; summaryEn: string }>(`select status, "summaryEn" from "BaseTransactionCompen"`);
  expect(rows).toEqual(Array.from({ length: 3 }, () => ({ status: "DONE", summaryEn: "Send to the ERP" })));
});
