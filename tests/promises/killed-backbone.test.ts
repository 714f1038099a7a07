import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { State } from "#modules/workflow/engine/state.ts";
import { replay } from "#modules/workflow/engine/step.ts";
import { line, node, user } from "#modules/workflow/engine/test-office.ts";
import { bpmInstance } from "#modules/workflow/instance.entity.ts";
import { definitionFor } from "#modules/workflow/move.ts";
import { Desk } from "#modules/workflow/server/desk.ts";
import { stateOf } from "#modules/workflow/stored.ts";
import { Firm, type Who } from "../support/firm.ts";
import type { Asked, Fate } from "../support/backbone-server.ts";
import { sized } from "../support/thorough.ts";
import { Backbone } from "./backbone.ts";
import { none } from "./house.ts";

type Row = Record<string, any>;

/** The steps a process dies at: named ones where a message or an approval is half done, and any statement at all. */
const fates: readonly Fate[] = [
  { match: "^commit", count: 9, after: false },
  { match: "provider took it", count: 1, after: false },
  { match: 'insert into "BaseMsgInstance"', count: 3, after: true },
  { match: 'update "Outbox" set "doneAt"', count: 4, after: false },
  { match: 'update "BaseMsgInstance" i set "sentCount"', count: 2, after: false },
  { match: 'insert into "BaseMsgBox"', count: 2, after: true },
  { match: 'select id from "BaseMsgInstance" where "eventKey"', count: 4, after: false },
  { match: 'insert into "BaseMsgLog"', count: 1, after: false },
  { match: "^commit", count: 14, after: true },
];
const kills = sized(10, 40);

let firm: Firm;
let backbone: Backbone;
let clerk: Who, ann: Who, bob: Who;
let responsibilities: Record<string, string | null>;

beforeAll(async () => {
  backbone = new Backbone(20_261_115);
  firm = await Firm.open();
  clerk = await firm.person("clerk", ["FIRM_CLERK"]);
  ann = await firm.person("ann", ["FIRM_BOSS"]);
  bob = await firm.person("bob", ["FIRM_BOSS"]);
  responsibilities = {
    [clerk.id]: firm.responsibility("FIRM_CLERK"),
    [ann.id]: firm.responsibility("FIRM_BOSS"),
    [bob.id]: firm.responsibility("FIRM_BOSS"),
  };
  const limit = { timeLimitHours: 1, useCalendar: false };
  await firm.process(
    line(
      user("first", [ann.id], { ...limit, timeoutAction: "REMIND" }),
      node("pause", "timer", { minutes: 30 }),
      user("second", [bob.id], { ...limit, timeoutAction: "PASS" }),
    ),
  );
  // A second configuration of the same event for the same readers: they are told once all the same.
  const [known] = await firm.kernel.db.query<Row>(`select * from "BaseMsgCfg" where "msgCfgCode" = 'BPM_TASK_ARRIVED'`);
  const { eventId, msgKind, channels, receiveIds, templateCodes } = known!;
  await firm.save("BaseMsgCfg", { msgCfgCode: "BPM_TASK_AGAIN", eventId, msgKind, channels, receiveIds, templateCodes });
  // No digests: every mail leaves by itself.
  await firm.kernel.db.query(`update "BaseMsgCfg" set "mandatoryFlag" = 'Y' where "msgCfgCode" like 'BPM%'`);
  await backbone.start(firm.url);
  await work();
});
afterAll(async () => {
  await backbone?.end();
  await firm?.drop();
});

const asks = (by: Who, more: Omit<Asked, "userId" | "responsibilityId">): Asked => ({
  ...more,
  userId: by.id,
  responsibilityId: responsibilities[by.id]!,
});

const openTasks = (where: string, values: readonly unknown[]): Promise<Row[]> =>
  firm.kernel.db.query<Row>(
    `select t.id, t."parentId" as "instanceId" from "BpmTask" t join "BpmInstance" i on i.id = t."parentId" where t.status in ('TODO', 'CLAIMED') and ${where} order by t.id`,
    values,
  );

/** Its last step is refused, and everything that step wanted goes with it. */
const overBudget = "over budget";

/** Makes a document, submits it, and has it passed at the first node; whoever gave up on the way leaves it where it is. */
async function drive(name: string, title: string): Promise<void> {
  const made = await backbone.ask(
    asks(clerk, { key: `make ${name}`, entity: "FirmRequest", action: "saveOrUpdate", input: { title, remark: name } }),
  );
  if (!made.made) return;
  const sent = await backbone.ask(
    asks(clerk, { key: `send ${name}`, entity: "FirmRequest", id: made.made, action: "doSubmit", input: {} }),
  );
  if (sent.code !== "S") return;
  const [task] = await openTasks(`t."nodeId" = 'first' and i."bizId" = $1`, [made.made]);
  if (task && backbone.random.chance(0.8)) await pass(ann, task);
}

const pass = (by: Who, task: Row) =>
  backbone.ask(
    asks(by, { key: `pass ${task["id"]}`, entity: "BpmInstance", id: task["instanceId"], action: "doPass", input: { taskId: task["id"] } }),
  );

/** Kills under a stream of work, then time enough for everything that waits. */
async function work(): Promise<void> {
  let made = 0;
  for (let round = 0; round < kills; round++) {
    const anywhere = { match: "", count: backbone.random.int(20, 400), after: backbone.random.chance(0.5) };
    const left = await openTasks(`t."nodeId" = 'second'`, []);
    await backbone.round(fates[round] ?? anywhere, async (over) => {
      const hand = async () => {
        for (let n = 0; !over() && n < 40; n++) {
          const task = left.pop();
          if (task && backbone.random.chance(0.6)) await pass(bob, task);
          await drive(`paper ${++made}`, made % 9 === 0 ? overBudget : "pens");
        }
      };
      await Promise.all([hand(), hand(), hand()]);
    });
  }
  for (let n = 0; n < 4; n++) {
    backbone.wait(61);
    await backbone.turn();
  }
}

const rows = (sql: string): Promise<Row[]> => firm.kernel.db.query<Row>(sql);

const count = <T>(list: readonly T[], key: (current: T) => string): Map<string, number> => {
  const found = new Map<string, number>();
  for (const entry of list) found.set(key(entry), (found.get(key(entry)) ?? 0) + 1);
  return found;
};

describe("promise 2: an approval killed between any two of its steps", () => {
  test("everybody was answered in words he may expect, and the background met no fault", () => {
    none(backbone.alarms);
    const expected = new Set([null, "S", "BPM_NOT_MINE", "FIRM_BUDGET"]);
    none(
      backbone.asked
        .filter((acknowledged) => !expected.has(acknowledged.code))
        .map((acknowledged) => `${acknowledged.key}: ${acknowledged.code}`),
    );
    expect(backbone.asked.filter((acknowledged) => acknowledged.code === "S").length).toBeGreaterThan(kills);
  });

  test("what was acknowledged is there once, what was refused is not there, and nothing is there twice", async () => {
    const papers = count(await rows(`select remark from "FirmRequest"`), (row) => row["remark"]);
    const instances = count(await rows(`select "bizId" from "BpmInstance"`), (row) => row["bizId"]);
    const passes = count(
      await rows(`select "taskId" from "BpmTaskAction" where action = 'PASS' and "byUserId" is not null`),
      (row) => row["taskId"],
    );
    for (const found of [papers, instances, passes]) none([...found].filter(([, n]) => n > 1).map(([id]) => `${id} twice`));
    const there = ({ action, input, id }: Asked): number =>
      (action === "saveOrUpdate"
        ? papers.get(String(input["remark"]))
        : action === "doSubmit"
          ? instances.get(id!)
          : passes.get(String(input["taskId"]))) ?? 0;
    none(
      backbone.asked
        .filter((acknowledged) => acknowledged.code === "S" && there(acknowledged) !== 1)
        .map((acknowledged) => `${acknowledged.key} is lost`),
    );
    none(
      backbone.asked
        .filter((acknowledged) => acknowledged.code === "FIRM_BUDGET" && there(acknowledged) !== 0)
        .map((acknowledged) => `${acknowledged.key} was refused`),
    );
    const keys = count(await rows(`select key from "RequestKey"`), (row) => row["key"]);
    none(
      backbone.asked
        .filter((acknowledged) => acknowledged.code === "S" && keys.get(acknowledged.key) !== 1)
        .map((acknowledged) => `${acknowledged.key} has no reply of its own`),
    );
  });

  test("every instance is the replay of its history, its tasks have living tokens, and its document fits", async () => {
    const { find } = new Desk(firm.kernel).facts({ me: await clerk.me(), now: firm.now, language: "CN" });
    const bare = (current: State) => JSON.parse(JSON.stringify({ ...current, deeds: [] })) as unknown;
    const all = await rows(`select i.id, i.status, r.status as paper from "BpmInstance" i join "FirmRequest" r on r.id = i."bizId"`);
    const fits: Record<string, string> = { RUNNING: "APPROVING", PASSED: "APPROVED" };
    const wrong: string[] = [];
    for (const { id, status, paper } of all) {
      const doc = await find.one(bpmInstance, id);
      const state = stateOf(doc);
      expect(bare(replay(await definitionFor(find, doc), state.deeds)), id).toEqual(bare(state));
      if (fits[status] !== paper) wrong.push(`${id}: ${status}, its document ${paper}`);
      const living = new Set(state.tokens.filter((token) => token.state === "ACTIVE").map((token) => token.id));
      for (const task of state.tasks)
        if (["TODO", "CLAIMED", "WAITING_SIGN"].includes(task.status) && !living.has(task.tokenId))
          wrong.push(`${task.id} without a token`);
      if ((status === "RUNNING") !== living.size > 0) wrong.push(`${id}: ${status} with ${living.size} tokens`);
    }
    none(wrong);
    expect(all.length).toBeGreaterThan(kills);
    none(
      (
        await rows(
          `select title from "FirmRequest" r where status <> 'DRAFT' and not exists (select 1 from "BpmInstance" i where i."bizId" = r.id)`,
        )
      ).map((row) => `${row["title"]} without an instance`),
    );
  });

  test("a timer that came due fired once; one whose step is refused waits", async () => {
    const deeds = await rows(`select "parentId", "nodeId", "taskId" from "BpmTaskAction" where action = 'TIMER'`);
    const fired = count(deeds, (deed) => `${deed["nodeId"]} of ${deed["parentId"]}`);
    none([...fired].filter(([, n]) => n !== 1).map(([of, n]) => `${of}: ${n} times`));
    const beyond = await rows(`select distinct "parentId" from "BpmTask" where "nodeId" = 'second'`);
    none(beyond.filter((row) => !fired.has(`pause of ${row["parentId"]}`)).map((row) => `${row["parentId"]} did not wait`));
    const left = await rows(
      `select t.kind, r.title, r.remark from "BpmTimer" t join "BpmInstance" i on i.id = t."parentId" join "FirmRequest" r on r.id = i."bizId" where t."firedAt" is null`,
    );
    none(left.filter((row) => row["title"] !== overBudget).map((row) => `${row["kind"]} of ${row["remark"]} never fired`));
    expect(new Set(deeds.map((deed) => deed["nodeId"]))).toEqual(new Set(["first", "pause", "second"]));
  });
});

describe("promise 2: a delivery killed between any two of its steps", () => {
  test("an event is told for what was committed, once, and for nothing else", async () => {
    const sentEvents = await rows(
      `select event, data->>'taskId' as task, data->>'instanceId' as instance, "doneAt" from "Outbox" where event like 'BPM%'`,
    );
    none(sentEvents.filter((row) => row["doneAt"] === null).map((row) => `${row["event"]} of ${row["instance"]} was never heard`));
    const arrived = count(
      sentEvents.filter((row) => row["event"] === "BPM_TASK_ARRIVED"),
      (row) => row["task"],
    );
    const tasks = (await rows(`select id from "BpmTask"`)).map((row) => String(row["id"]));
    expect([...arrived].sort()).toEqual(tasks.map((id) => [id, 1]).sort());
    const passed = count(
      sentEvents.filter((row) => row["event"] === "BPM_PASSED"),
      (row) => row["instance"],
    );
    const ended = (await rows(`select id from "BpmInstance" where status = 'PASSED'`)).map((row) => String(row["id"]));
    expect([...passed].sort()).toEqual(ended.map((id) => [id, 1]).sort());
  });

  test("every receiver of an event has one row in his box, whatever configurations it has", async () => {
    const boxes = await rows(`select i."eventKey", b."userId" from "BaseMsgBox" b join "BaseMsgInstance" i on i.id = b."instanceId"`);
    const found = count(boxes, (box) => `${box["eventKey"]} ${box["userId"]}`);
    const meant = await rows(
      `select 'E' || o.no as "eventKey", u."userId" from "Outbox" o, jsonb_array_elements_text(o.data->'userIds') u("userId")
       where exists (select 1 from "BaseMsgCfg" c join "BaseMsgEvent" e on e.id = c."eventId" where e."eventCode" = o.event and c."enabledFlag" = 'Y')`,
    );
    expect(new Map([...found].sort())).toEqual(
      new Map(meant.map((row): [string, number] => [`${row["eventKey"]} ${row["userId"]}`, 1]).sort()),
    );
  });

  test("nothing waits any more, and instances count what was sent", async () => {
    none(
      (await rows(`select id, channel, status from "BaseMsgDelivery" where status not in ('SENT', 'SUPPRESSED')`)).map((row) =>
        JSON.stringify(row),
      ),
    );
    const off = await rows(
      `select i."instanceNum", i.status, i."sentCount", n.sent from "BaseMsgInstance" i, lateral (select count(*)::int as sent from "BaseMsgDelivery" d where d."instanceId" = i.id and d.status = 'SENT') n
       where i.status <> 'DONE' or i."sentCount" <> n.sent`,
    );
    none(off.map((row) => JSON.stringify(row)));
  });

  test("a provider is asked again only under the same delivery, and only for what was committed", async () => {
    const calls = backbone.providerCalls();
    const sent = await rows(
      `select d.id, i."eventKey" || ' ' || d."userId" as of from "BaseMsgDelivery" d join "BaseMsgInstance" i on i.id = d."instanceId" where d.channel = 'EMAIL' and d.status = 'SENT'`,
    );
    expect(new Set(calls.map(([id]) => id))).toEqual(new Set(sent.map((row) => row["id"])));
    none([...count(sent, (row) => row["of"])].filter(([, n]) => n > 1).map(([of]) => `${of} by two deliveries`));
    const entries = await rows(`select id from "BaseSentMessage" where channel = 'EMAIL'`);
    expect(entries.map((row) => row["id"]).sort()).toEqual(sent.map((row) => row["id"]).sort());
    // One was killed between the provider's yes and the commit: it was asked again.
    expect(calls.length).toBeGreaterThan(sent.length);
  });
});
