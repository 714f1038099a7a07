import { refuse } from "#kernel/refusal.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { readWorkbook, type ExportSheet } from "#kernel/server/excel/pool.ts";
import { findKeys } from "#kernel/server/excel/template.ts";
import { permDenied } from "#kernel/server/find/find.ts";
import { asks, inMeta, type CallInput } from "#kernel/server/http/input.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { mustBeSent, sendBook } from "#kernel/server/sheet/book.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { say, type Text } from "#kernel/text.ts";
import { ruleSet } from "./rule-set.entity.ts";
import type { FieldRow } from "./stored.ts";

const mostSets = 50;
const columns: Readonly<Record<"seq" | "remark" | "enabledFlag" | "expression", Text>> = {
  seq: ["序号", "No."],
  remark: ["备注", "Remark"],
  enabledFlag: ["启用", "Enabled"],
  expression: ["条件", "Condition"],
};

/** The columns of a version as a sheet shows them, each under the key it comes back by. */
function keysOf(doc: Row): readonly (readonly [key: string, title: Text])[] {
  const named = (group: string, rows: readonly FieldRow[] | null) =>
    (rows ?? []).map((row) => [`${group}.${row.name}`, [row.labelCn, row.labelEn || row.labelCn]] as const);
  const conditions =
    doc["kind"] === "TREE" ? [["conditions.expression", columns.expression] as const] : named("conditions", doc["inputFields"]);
  return [
    ["seq", columns.seq],
    ...conditions,
    ...named("outputs", doc["outputFields"]),
    ["remark", columns.remark],
    ["enabledFlag", columns.enabledFlag],
  ];
}

const at = (line: Row, key: string): unknown => {
  const [first, ...rest] = key.split(".");
  const value = line[first!];
  return rest.length === 0 ? value : (value as Row | null)?.[rest.join(".")];
};

/** A version as one sheet of a workbook. */
export function sheetOf(doc: Row, language: Context["language"]): ExportSheet {
  const keys = keysOf(doc);
  return {
    name: String(doc["ruleCode"]),
    columns: keys.map(([key, title]) => ({ key, title: say(title, language), width: key === "seq" ? 60 : 140 })),
    keys: { of: keys.map(([key]) => key), version: String(doc["version"]) },
    batches: [(doc["rules"] as Row[]).map((line) => keys.map(([key]) => at(line, key) ?? ""))],
  };
}

/** One line of a sheet as a row of a rule set; blank cells ask nothing. */
function lineOf(keys: readonly (string | null)[], cells: readonly (string | null)[], seq: number): Row {
  const line: Row = { seq, conditions: {}, outputs: {}, remark: null, enabledFlag: "Y" };
  for (const [index, key] of keys.entries()) {
    const cell = cells[index]?.trim() ?? "";
    if (!key || cell === "") continue;
    const [first, ...rest] = key.split(".");
    if (rest.length) line[first!] = { ...line[first!], [rest.join(".")]: cell };
    else if (key === "enabledFlag") line[key] = /^(n|no|否)$/i.test(cell) ? "N" : "Y";
    else if (key !== "seq") line[key] = cell;
  }
  return line;
}

/** Rule tables as workbooks, one sheet for each set, and back again. What comes back is only read: the editor shows it before it is saved. */
export function workbookCalls(kernel: Kernel): Call[] {
  const rulesCall = (name: string, input: CallInput, handle: Call["handle"], more: Partial<Call> = {}): Call => ({
    service: "ruleEngineServer",
    path: `v1/baseRuleSetRestful/${name}`,
    guard: "session",
    perMinute: 60,
    input,
    handle,
    ...more,
  });
  return [
    rulesCall(
      "exportExcel",
      asks({ ids: "ids" }),
      async (ctx, body) => {
        const ids = Array.isArray(body["ids"]) ? body["ids"].map(String) : [];
        if (ids.length === 0 || ids.length > mostSets)
          throw refuse("BATCH_SIZE", `一次须处理 1 至 ${mostSets} 条`, `Handle 1 to ${mostSets} at a time`);
        if (!ctx.me.may(ruleSet.name, "btnExport")) throw permDenied();
        const docs = await Promise.all(ids.map((id) => kernel.finder.byId(ruleSet, id, ctx.me)));
        const [first, ...more] = docs.map((doc) => sheetOf(doc, ctx.language));
        return sendBook(ctx, docs.length === 1 ? String(docs[0]!["ruleCode"]) : say(ruleSet.label, ctx.language), { ...first!, more });
      },
      { raw: true },
    ),
    rulesCall("readExcel", inMeta({ id: "id", files: "list" }), async (ctx) => {
      const { said, read } = mustBeSent(ctx);
      const doc = await kernel.finder.byId(ruleSet, said["id"], ctx.me);
      return readLines(await read(), doc);
    }),
  ];
}

/** The rows of the sheet called like the rule; of a book with another name the first sheet. */
export async function readLines(file: Buffer, doc: Row): Promise<Row[]> {
  const rows = [];
  const reading = readWorkbook(file, { every: true });
  for await (const batch of reading) rows.push(...batch);
  const wanted = Math.max(0, reading.info.sheets.indexOf(String(doc["ruleCode"])));
  const own = rows.filter((row) => (row.sheet ?? 0) === wanted);
  const found = findKeys(own);
  const titles = new Map(keysOf(doc).flatMap(([key, [cn, en]]) => [[cn, key] as const, [en, key] as const]));
  const head = own[0];
  const keys = found?.keys ?? head?.cells.map((cell) => titles.get(cell?.trim() ?? "") ?? null) ?? [];
  const known = new Set(keysOf(doc).map(([key]) => key));
  const unknown = keys.filter((key) => key !== null && !known.has(key));
  if (unknown.length) throw refuse("RULE_FIELD", `未知字段${unknown.join("，")}`, `Unknown field ${unknown.join(", ")}`);
  if (!keys.some((key) => key?.startsWith("conditions.") || key?.startsWith("outputs.")))
    throw refuse("RULE_FIELD", "表头与规则字段不符", "The header does not name the rule's fields");
  const first = found?.row ?? head?.row ?? 0;
  return own
    .filter((row) => row.row > first && row.cells.some((cell) => (cell ?? "").trim() !== ""))
    .map((row, index) => lineOf(keys, row.cells, index + 1));
}
