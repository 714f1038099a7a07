import { cmp, isDecimal } from "#kernel/decimal.ts";
import { refuse, type FieldError } from "#kernel/refusal.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { readWorkbook } from "#kernel/server/excel/pool.ts";
import { findKeys } from "#kernel/server/excel/template.ts";
import { permDenied } from "#kernel/server/find/find.ts";
import { asks, inMeta, type CallInput } from "#kernel/server/http/input.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { mustBeSent, sendBook } from "#kernel/server/sheet/book.ts";
import { doerOf } from "#kernel/server/sheet/parts.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { say, type Text } from "#kernel/text.ts";
import { inspectFinding } from "./finding.entity.ts";
import { inspection } from "./inspect.entity.ts";
import { scoreSheet } from "./score.entity.ts";

const mostBytes = 5 * 1024 * 1024;
const columns: Readonly<Record<string, Text>> = {
  section: ["板块", "Section"],
  itemName: ["项目", "Item"],
  itemNameEn: ["项目（英文）", "Item (English)"],
  criteria: ["标准", "Criteria"],
  maxScore: ["满分", "Max score"],
  weight: ["权重%", "Weight %"],
  vetoFlag: ["否决项(Y/N)", "Veto (Y/N)"],
};
const keys = Object.keys(columns);
const yes = /^(y|yes|是|1)$/i;

/** What stands in a sheet of score items, and what is wrong with each row. */
export async function readItems(file: Buffer): Promise<{ readonly items: readonly Row[]; readonly errors: readonly FieldError[] }> {
  const rows = [];
  for await (const batch of readWorkbook(file, {})) rows.push(...batch);
  const found = findKeys(rows);
  const titles = new Map(Object.entries(columns).flatMap(([key, words]) => words.map((word) => [word, key] as const)));
  const head = found?.keys ?? rows[0]?.cells.map((cell) => titles.get((cell ?? "").replace(/\s*[*＊]$/, "").trim()) ?? null) ?? [];
  if (!["section", "itemName", "maxScore", "weight"].every((key) => head.includes(key)))
    throw refuse("IMPORT_HEADER", "表头与模板不符", "The header does not match the template");
  const first = found?.row ?? rows[0]?.row ?? 0;
  const errors: FieldError[] = [];
  const items = rows
    .filter((row) => row.row > first && row.cells.some((cell) => (cell ?? "").trim() !== ""))
    .map((row) => {
      const item: Row = {};
      for (const [at, key] of head.entries()) if (key) item[key] = row.cells[at]?.trim() || null;
      const wrong = (key: string, cn: string, en: string): void =>
        void errors.push({ path: key, code: "IMPORT_ROW", text: [`第${row.row}行：${cn}`, `Row ${row.row}: ${en}`] });
      for (const key of ["section", "itemName"]) if (!item[key]) wrong(key, `${columns[key]![0]}必填`, `${columns[key]![1]} is required`);
      for (const key of ["maxScore", "weight"])
        if (!isDecimal(item[key]) || cmp(item[key], "0") < (key === "maxScore" ? 1 : 0))
          wrong(key, `${columns[key]![0]}须为正数`, `${columns[key]![1]} must be a number above zero`);
      return { ...item, vetoFlag: yes.test(String(item["vetoFlag"] ?? "")) ? "Y" : "N" };
    });
  return { items, errors };
}

const nameOf = (item: Row): string => `${String(item["section"]).trim()}\n${String(item["itemName"]).trim()}`;

/** Score items with those of a sheet among them: the same section and item is the same row. */
export function joinedItems(known: readonly Row[], sent: readonly Row[]): Row[] {
  const last = new Map(sent.map((row) => [nameOf(row), row]));
  const most = Math.max(0, ...known.map((row) => Number(row["seqNum"])));
  const fresh = [...last].filter(([name]) => !known.some((row) => nameOf(row) === name));
  return [
    ...known.flatMap((row) => {
      const next = last.get(nameOf(row));
      return next ? [{ id: row["id"], ...next }] : [];
    }),
    ...fresh.map(([, row], at) => ({ seqNum: most + (at + 1) * 10, ...row })),
  ];
}

/** The report of an inspection, and score items from a workbook. */
export function inspectCalls(kernel: Kernel): Call[] {
  const entry = (name: string, input: CallInput, handle: Call["handle"], more: Partial<Call> = {}): Call => ({
    service: "srmServer",
    path: `v1/srmSlcLocaleInspectRestful/${name}`,
    guard: "session",
    perMinute: 120,
    input,
    handle,
    ...more,
  });
  const listed = async (ctx: Context, entity: typeof inspectFinding | typeof scoreSheet, inspectId: string): Promise<readonly Row[]> =>
    ctx.me.may(entity.name, "") ? (await kernel.finder.list(entity, { inspectId: [inspectId], pageRows: 500 }, ctx.me)).rows : [];
  return [
    entry("findReport", asks({ id: "id" }), async (ctx, body) => {
      const id = String(body["id"] ?? "");
      const inspect = await kernel.finder.byId(inspection, id, ctx.me);
      const findings = await listed(ctx, inspectFinding, id);
      const sheets = ctx.me.audience === "internal" ? await listed(ctx, scoreSheet, id) : [];
      const whole = await Promise.all(sheets.map((sheet) => kernel.finder.byId(scoreSheet, String(sheet["id"]), ctx.me)));
      return { inspect, findings, sheets: whole };
    }),
    entry(
      "downloadScoreItemTemplate",
      asks(),
      async (ctx) => {
        const name = say(["评分项导入模板", "Score items"], ctx.language);
        const shaped = keys.map((key) => ({ key, title: say(columns[key]!, ctx.language), width: key === "criteria" ? 320 : 140 }));
        return sendBook(ctx, name, { name, columns: shaped, keys: { of: keys, version: "1" }, batches: [[]] });
      },
      { raw: true },
    ),
    entry("doImportScoreItem", inMeta({ id: "id" }), async (ctx) => {
      if (!ctx.me.may(inspection.name, "btnImportScoreItem")) throw permDenied();
      const { said, read } = mustBeSent(ctx, mostBytes);
      const doc = await kernel.finder.byId(inspection, said["id"], ctx.me);
      if (doc["status"] !== "DRAFT")
        throw refuse("STATE_NOT_ALLOWED", "只有拟定状态可以导入评分项", "Score items are imported while the inspection is a draft");
      const { items, errors } = await readItems(await read());
      if (errors.length > 0)
        throw refuse("IMPORT_ROW", `有${errors.length}处错误，未导入`, `${errors.length} errors; nothing was imported`, {
          fieldErrors: [...errors],
        });
      if (items.length === 0) throw refuse("IMPORT_EMPTY", "文件中没有评分项", "The file contains no score items");
      const changed = joinedItems(doc["items"] as Row[], items);
      const outcome = await kernel.actor.act(
        {
          entity: inspection,
          action: "saveOrUpdate",
          targets: [{ id: String(doc["id"]), input: { items: { changed } } }],
          reason: "doImportScoreItem",
        },
        doerOf(ctx),
      );
      return outcome.documents[0];
    }),
  ];
}
