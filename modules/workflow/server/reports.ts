import type { Call, Context } from "#kernel/server/http/call.ts";
import { permDenied } from "#kernel/server/find/find.ts";
import { asks, type InputNames } from "#kernel/server/http/input.ts";
import { whole } from "#kernel/server/find/list-body.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { isWithin } from "#kernel/entity.ts";
import { inOwnName } from "#kernel/server/access/permit.ts";
import { dayIn, houseZone, inZone, shift, toUtc } from "#kernel/time.ts";
import { weekday } from "#kernel/days.ts";
import { readCalendar } from "../answers.ts";
import { workingBetween, type Calendar } from "../engine/calendar.ts";
import { bpmInstance } from "../instance.entity.ts";
import { bpmTaskAction } from "../task.entity.ts";
import { bpmHandled } from "../todo.entity.ts";
import { Desk, text, type Body } from "./desk.ts";
import { bpmCall } from "./tasks.ts";

interface Acted {
  readonly instanceId: string;
  readonly billTypeCode: string;
  readonly billTypeName: string;
  readonly orgId: string | null;
  readonly nodeId: string;
  readonly nodeName: string | null;
  readonly userId: string;
  readonly userName: string | null;
  readonly arrivedAt: string;
  readonly doneAt: string;
  readonly dueDate: string | null;
  readonly action: string;
  readonly taskKind: string;
}

const mostRows = 50_000;

/** Half up to two digits, without a float's tail. */
const figure = (value: number): string => (Math.round(value * 100) / 100).toFixed(2);
const percent = (part: number, of: number): string => (of === 0 ? "0.00" : figure((part / of) * 100));

/** How long approvals take and where they stand still. Hours are working hours of the organisation's calendar. */
export class ReportCalls {
  readonly #desk: Desk;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  calls(): readonly Call[] {
    const report = (name: string, names: InputNames, handle: Call["handle"]) => bpmCall(`bpmHistoryService/${name}`, asks(names), handle);
    const period = { from: "text", to: "text" } as const;
    return [
      report("getTaskEfficiency", { ...period, billTypeCode: "text", orgId: "id", by: "text" }, (ctx, body) => this.efficiency(ctx, body)),
      report("getBottleneck", { ...period, billTypeCode: "text", orgId: "id" }, (ctx, body) => this.bottleneck(ctx, body)),
      report("findStuck", { days: "int", billTypeCode: "text" }, (ctx, body) => this.#stuck(ctx, body)),
      report("findInterventions", period, (ctx, body) => this.#interventions(ctx, body)),
    ];
  }

  #mustWatch({ me }: Context): void {
    if (!me.may("BpmInstance", "")) throw permDenied();
  }

  /** Decisions of the period, read page by page from the list of what people handled. */
  async #acted(ctx: Context, body: Body): Promise<readonly Acted[]> {
    this.#mustWatch(ctx);
    const filters = {
      ...(text(body, "from") ? { handledAtFrom: text(body, "from") } : {}),
      ...(text(body, "to") ? { handledAtTo: text(body, "to") } : {}),
      ...(text(body, "billTypeCode") ? { billTypeCode: [text(body, "billTypeCode")] } : {}),
      ...(text(body, "orgId") ? { orgId: [text(body, "orgId")] } : {}),
    };
    const found: Acted[] = [];
    for (let pageIndex = 1; found.length < mostRows; pageIndex++) {
      const asked = { ...filters, action: ["PASS", "REJECT"], pageIndex, pageRows: 5000, count: "none" as const };
      const { rows } = await this.#desk.kernel.finder.list(bpmHandled, asked, inOwnName(ctx.me));
      for (const row of rows) found.push(this.#read(ctx, row));
      if (rows.length < 5000) break;
    }
    return found.filter((row) => row.orgId === null || isWithin(ctx.me.orgs, row.orgId));
  }

  #read(ctx: Context, row: Row): Acted {
    const utc = (time: unknown): string | null => (typeof time === "string" ? toUtc(time, ctx.me.zone) : null);
    const handledAt = utc(row["handledAt"])!;
    return {
      instanceId: row["instanceId"],
      billTypeCode: row["billTypeCode"],
      billTypeName: this.#desk.say(ctx, [row["billTypeName"], row["billTypeNameEn"]]) || row["billTypeCode"],
      orgId: row["orgId"],
      nodeId: row["nodeId"] ?? "",
      nodeName: this.#desk.say(ctx, [row["nodeName"], row["nodeNameEn"]]) || null,
      userId: row["userId"],
      userName: row["userName"] ?? null,
      arrivedAt: utc(row["arrivedAt"]) ?? handledAt,
      doneAt: handledAt,
      dueDate: utc(row["dueDate"]),
      action: row["action"],
      taskKind: row["taskKind"] ?? "APPROVE",
    };
  }

  async #hours(ctx: Context, rows: readonly Acted[]): Promise<Map<Acted, number>> {
    const { find } = this.#desk.facts(ctx);
    const calendars = new Map<string | null, Calendar>();
    for (const orgId of new Set(rows.map((r) => r.orgId))) calendars.set(orgId, await readCalendar(find, orgId, ctx.me.zone));
    return new Map(rows.map((r) => [r, workingBetween(calendars.get(r.orgId)!, r.arrivedAt, r.doneAt) / 60]));
  }

  #summed(rows: readonly Acted[], hours: ReadonlyMap<Acted, number>): Row {
    const sorted = rows.map((r) => hours.get(r) ?? 0).sort((a, b) => a - b);
    const p90 = sorted[Math.max(0, Math.ceil(sorted.length * 0.9) - 1)] ?? 0;
    return {
      count: rows.length,
      meanHours: figure(sorted.reduce((a, b) => a + b, 0) / Math.max(1, rows.length)),
      p90Hours: figure(p90),
      overdueRate: percent(rows.filter((r) => r.dueDate !== null && r.doneAt > r.dueDate).length, rows.length),
      rejectRate: percent(rows.filter((r) => r.action === "REJECT").length, rows.length),
      addSignRate: percent(rows.filter((r) => r.taskKind.startsWith("ADD_SIGN")).length, rows.length),
    };
  }

  /** Per bill type, node and person: how many, how long, how often late, rejected or shared. */
  async efficiency(ctx: Context, body: Body): Promise<Row[]> {
    const rows = await this.#acted(ctx, body);
    const hours = await this.#hours(ctx, rows);
    const by = text(body, "by");
    const keyOf = (r: Acted): readonly unknown[] =>
      by === "BILL_TYPE"
        ? [r.billTypeCode]
        : by === "NODE"
          ? [r.billTypeCode, r.nodeId]
          : by === "USER"
            ? [r.userId]
            : [r.billTypeCode, r.nodeId, r.userId];
    const groups = Map.groupBy(rows, (r) => JSON.stringify(keyOf(r)));
    return [...groups.values()].map((members) => {
      const first = members[0]!;
      const named = {
        ...(by === "USER" ? {} : { billTypeCode: first.billTypeCode, billTypeName: first.billTypeName }),
        ...(by === "BILL_TYPE" || by === "USER" ? {} : { nodeId: first.nodeId, nodeName: first.nodeName }),
        ...(by === "BILL_TYPE" || by === "NODE" ? {} : { userId: first.userId, userName: first.userName }),
      };
      return { ...named, ...this.#summed(members, hours), instanceIds: [...new Set(members.map((m) => m.instanceId))].slice(0, 200) };
    });
  }

  /** Nodes by weekday of arrival: mean working hours, the slowest first. */
  async bottleneck(ctx: Context, body: Body): Promise<Row[]> {
    const rows = await this.#acted(ctx, body);
    const hours = await this.#hours(ctx, rows);
    const groups = Map.groupBy(rows, (r) => JSON.stringify([r.billTypeCode, r.nodeId]));
    const found = [...groups.values()].map((members): Row => ({
      billTypeCode: members[0]!.billTypeCode,
      billTypeName: members[0]!.billTypeName,
      nodeId: members[0]!.nodeId,
      nodeName: members[0]!.nodeName,
      ...this.#summed(members, hours),
      weekdays: [0, 1, 2, 3, 4, 5, 6].map((day) => {
        const own = members.filter((m) => weekday(dayIn(m.arrivedAt, houseZone)) === day);
        return { day, count: own.length, meanHours: this.#summed(own, hours)["meanHours"] };
      }),
    }));
    return found.sort((a, b) => Number(b["meanHours"]) - Number(a["meanHours"]));
  }

  /** Running approvals nobody has moved for so many days. */
  async #stuck(ctx: Context, body: Body): Promise<Row[]> {
    this.#mustWatch(ctx);
    const days = whole(
      body["days"] ??
        (await this.#desk.kernel.settings.value("BPM_STUCK_DAYS", {
          userId: ctx.me.userId,
          responsibilityId: ctx.me.responsibilityId,
          orgId: null,
        })),
      "days",
      0,
      3650,
    );
    const since = inZone(shift(ctx.now, { days: -days }).toISOString(), ctx.me.zone);
    const bill = text(body, "billTypeCode") ? { billTypeCode: [text(body, "billTypeCode")] } : {};
    const asked = {
      ...bill,
      status: ["RUNNING", "SUSPENDED", "ERROR"],
      lastUpdateDateTo: since,
      orderBy: [{ key: "lastUpdateDate", dir: "asc" }],
      pageRows: 500,
    };
    return (await this.#desk.kernel.finder.list(bpmInstance, asked, ctx.me)).rows;
  }

  async #interventions(ctx: Context, body: Body): Promise<Row[]> {
    this.#mustWatch(ctx);
    const period = {
      ...(text(body, "from") ? { atFrom: text(body, "from") } : {}),
      ...(text(body, "to") ? { atTo: text(body, "to") } : {}),
    };
    const asked = { ...period, intervened: "Y", orderBy: [{ key: "at", dir: "desc" }], pageRows: 1000 };
    const { rows } = await this.#desk.kernel.finder.list(bpmTaskAction, asked, ctx.me);
    const ids = [...new Set(rows.map((row) => row["parentId"]))];
    const about = ids.length ? (await this.#desk.kernel.finder.list(bpmInstance, { ids, pageRows: 1000 }, ctx.me)).rows : [];
    return rows.map((row) => {
      const { instanceNum, subject, subjectEn, billTypeCode, billNum, amount } =
        about.find((candidate) => candidate["id"] === row["parentId"]) ?? {};
      return { ...row, instanceId: row["parentId"], instanceNum, subject, subjectEn, billTypeCode, billNum, amount };
    });
  }
}
