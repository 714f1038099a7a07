import { some } from "#kernel/entity.ts";
import { refuse } from "#kernel/refusal.ts";
import type { Call } from "#kernel/server/http/call.ts";
import { findFor } from "#kernel/server/find/find-for.ts";
import { permDenied } from "#kernel/server/find/find.ts";
import { asks } from "#kernel/server/http/input.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { businessDay } from "#kernel/time.ts";
import { impactOf } from "#modules/supplier/index.ts";
import { suppliersOf } from "./asl-about.ts";
import { aslAlteration } from "./asl-alteration.entity.ts";
import { aslApply } from "./asl-apply.entity.ts";
import { aslHeader } from "./asl.entity.ts";
import { sourceUses, type SourceUse } from "./asl.questions.ts";
import { isOver } from "#kernel/effective.ts";

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const texts = (value: unknown, most: number): string[] =>
  Array.isArray(value) ? value.flatMap((entry) => text(entry) ?? []).slice(0, most) : [];

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
        suppliers.map(async (supplier) => {
          const { items } = await impactOf(find, { supplierId: supplier.id, orgIds: null, categoryIds: null }, today);
          const found = items.filter((it) => it.item === "OPEN_8D");
          return {
            id: supplier.id,
            supplierCode: supplier.supplierCode,
            supplierName: supplier.supplierName,
            supplierNameEn: supplier.supplierNameEn,
            supStatus: supplier.supStatus,
            supLevel: supplier.supLevel,
            riskLight: supplier.riskLight,
            blacklistFlag: supplier.blacklistFlag,
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
      (line) => line[flag] === "Y" && line.startDate <= onDate && (!isOver(line.endDate, onDate) || flag === "allowDelivery"),
    ),
  };
}

/** What is under way with some lines; null where no area keeps such documents. */
async function usesOf(kernel: Kernel, me: Me, ids: readonly string[]): Promise<{ rows: readonly SourceUse[] | null }> {
  const find = findFor(kernel, me);
  if (!sourceUses.isAnswered(find)) return { rows: null };
  if (ids.length === 0) return { rows: [] };
  const lists = await find.where(aslHeader, { lines: some({ id: ids }) }, 5000);
  const lines = lists.flatMap((doc) => doc.lines).filter((line) => ids.includes(line.id));
  return {
    rows: await sourceUses.ask(find, {
      lines: lines.map(({ id, orgId, supplierId, supplierSiteId, itemId, categoryId }) => ({
        aslLineId: id,
        orgId,
        supplierId,
        supplierSiteId,
        itemId,
        categoryId,
      })),
    }),
  };
}
