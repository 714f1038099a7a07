import { some } from "#kernel/entity.ts";
import { refuse } from "#kernel/refusal.ts";
import type { Call } from "#kernel/server/call.ts";
import { eachAs } from "#kernel/server/each.ts";
import { findFor } from "#kernel/server/find-for.ts";
import { permDenied } from "#kernel/server/find.ts";
import { asks } from "#kernel/server/input.ts";
import type { JobHandler } from "#kernel/server/job.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { businessDay, houseDay } from "#kernel/time.ts";
import { impactOf } from "#modules/supplier/index.ts";
import { suppliersOf } from "./asl-about.ts";
import { aslAlteration } from "./asl-alteration.entity.ts";
import { aslApply } from "./asl-apply.entity.ts";
import { aslHeader } from "./asl.entity.ts";
import { sourceUses, type SourceUse } from "./asl.questions.ts";
import { alterationsDue, listsDue } from "./server/asl-due.ts";

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const texts = (value: unknown, most: number): string[] =>
  Array.isArray(value) ? value.flatMap((one) => text(one) ?? []).slice(0, most) : [];

/** What pages and other areas ask about the list. */
export const aslCalls = (kernel: Kernel): Call[] => [
  {
    service: "srmServer",
    path: "v1/srmPurAslHeaderRestful/listPermitted",
    guard: "session",
    input: asks({ orgId: "id", itemId: "id", categoryId: "id", onDate: "date", use: "text" }),
    async handle(ctx, body) {
      if (ctx.me.audience !== "internal" || !ctx.me.may(aslHeader.name, "")) throw permDenied();
      const [orgId, itemId, categoryId] = [text(body["orgId"]), text(body["itemId"]), text(body["categoryId"])];
      if (!orgId || (!itemId && !categoryId))
        throw refuse("PUR-0001", "组织与物料或分类不能为空", "Organisation and item or category are required");
      const onDate = text(body["onDate"]) ?? businessDay(ctx.now.toISOString(), ctx.me);
      return permittedOn(kernel, ctx.me, { orgId, itemId, categoryId, onDate, use: text(body["use"]) ?? "ORDER" });
    },
  },
  {
    service: "srmServer",
    path: "v1/srmPurAslHeaderRestful/findHistory",
    guard: "session",
    input: asks({ id: "id" }),
    async handle(ctx, body) {
      const id = text(body["id"]) ?? "-";
      await kernel.finder.byId(aslHeader, id, ctx.me);
      return kernel.history.of(aslHeader, id, ctx.me);
    },
  },
  {
    service: "srmServer",
    path: "v1/srmPurAslApplyRestful/previewSuppliers",
    guard: "session",
    input: asks({ supplierIds: "ids" }),
    async handle(ctx, body) {
      if (ctx.me.audience !== "internal" || !ctx.me.may(aslApply.name, "")) throw permDenied();
      const find = findFor(kernel, ctx.me);
      const today = businessDay(ctx.now.toISOString(), ctx.me);
      const suppliers = await suppliersOf(find, texts(body["supplierIds"], 200));
      return Promise.all(
        suppliers.map(async (one) => {
          const { items } = await impactOf(find, { supplierId: one.id, orgIds: null, categoryIds: null }, today);
          const found = items.filter((it) => it.item === "OPEN_8D");
          return {
            ...{ id: one.id, supplierCode: one.supplierCode, supplierName: one.supplierName, supplierNameEn: one.supplierNameEn },
            ...{ supStatus: one.supStatus, supLevel: one.supLevel, riskLight: one.riskLight, blacklistFlag: one.blacklistFlag },
            open8D: found.length ? found.reduce((all, it) => all + it.count, 0) : null,
          };
        }),
      );
    },
  },
  {
    service: "srmServer",
    path: "v1/srmPurAslAlterationRestful/previewImpact",
    guard: "session",
    input: asks({ aslLineIds: "ids" }),
    async handle(ctx, body) {
      if (ctx.me.audience !== "internal" || !ctx.me.may(aslAlteration.name, "")) throw permDenied();
      return usesOf(kernel, ctx.me, texts(body["aslLineIds"], 500));
    },
  },
];

type Me = Parameters<typeof findFor>[1];

/** Who may be asked or ordered from on a day: the lines of the list that counts. */
async function permittedOn(
  kernel: Kernel,
  me: Me,
  asked: { orgId: string; itemId: string | null; categoryId: string | null; onDate: string; use: string },
) {
  const find = findFor(kernel, me);
  const { orgId, itemId, categoryId, onDate } = asked;
  const [own, general] = await Promise.all([
    itemId ? find.where(aslHeader, { orgId, itemId, enabledFlag: "Y" }) : [],
    categoryId ? find.where(aslHeader, { orgId, categoryId, itemId: null, enabledFlag: "Y" }) : [],
  ]);
  const flag = asked.use === "INQUIRY" ? "allowInquiry" : asked.use === "DELIVERY" ? "allowDelivery" : "allowOrder";
  const list = own[0] ?? general[0];
  return {
    listExists: list !== undefined,
    rows: (list?.lines ?? []).filter(
      (line) =>
        line[flag] === "Y" && line.startDate <= onDate && (line.endDate === null || line.endDate >= onDate || flag === "allowDelivery"),
    ),
  };
}

/** What is under way with some lines; null where no area keeps such documents. */
async function usesOf(kernel: Kernel, me: Me, ids: readonly string[]): Promise<{ rows: readonly SourceUse[] | null }> {
  const find = findFor(kernel, me);
  if (!sourceUses.isAnswered(find)) return { rows: null };
  if (ids.length === 0) return { rows: [] };
  const lists = await find.where(aslHeader, { lines: some({ id: ids }) }, 5000);
  const lines = lists.flatMap((one) => one.lines).filter((line) => ids.includes(line.id));
  return {
    rows: await sourceUses.ask(find, {
      lines: lines.map(({ id, orgId, supplierId, supplierSiteId, itemId, categoryId }) => ({
        ...{ aslLineId: id, orgId, supplierId, supplierSiteId, itemId, categoryId },
      })),
    }),
  };
}

/** What the list does by itself every night. */
export function aslPrograms(kernel: Kernel, clock: { now(): Date }): Readonly<Record<string, JobHandler>> {
  const today = (): string => houseDay(clock.now());
  const each = eachAs(kernel, clock, "price");
  return {
    expireAsl: async () => {
      const done = await each("SrmPurAslHeader", "doExpire", await listsDue(kernel.db, today()));
      return [`检查 ${done} 个清单`, `${done} lists checked`];
    },
    applyAslAlteration: async () => {
      const done = await each("SrmPurAslAlteration", "doApply", await alterationsDue(kernel.db, today()));
      return [`执行 ${done} 张变更单`, `${done} changes applied`];
    },
  };
}
