import { some, type Me, type Where } from "#kernel/entity.ts";
import { factsFor } from "#kernel/server/find/find-for.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { goodsWords, item } from "#modules/base/index.ts";

/** Rows with the code of their item and its name in the reader's language; goods nobody keeps as an item have neither. */
export async function withGoods<R extends { readonly itemId: string | null }>(
  kernel: Kernel,
  me: Me,
  rows: readonly R[],
): Promise<(R & { readonly itemCode: string; readonly itemName: string })[]> {
  const wanted = rows.flatMap((row) => row.itemId ?? []);
  const items = await titlesOf(kernel, item.name, me, wanted, ["itemCode", "itemName"]);
  return rows.map((row) => {
    const [itemCode, itemName] = items.get(row.itemId ?? "") ?? ["", ""];
    return { ...row, itemCode, itemName };
  });
}

/** Orders that somebody means by a word: their number, or something on them by its code, its name in either language or its description. */
export async function ordersCalled(kernel: Kernel, keyword: string): Promise<Where> {
  const { rows } = await kernel.finder.pick(item, { text: keyword, pageRows: 200 }, systemMe("search"));
  const goods = [{ itemDesc: { contains: keyword } }, ...(rows.length ? [{ itemId: rows.map((row) => String(row["id"])) }] : [])];
  return { any: [{ orderNum: { contains: keyword } }, { lines: some({ any: goods }) }] };
}

/** The lines of a document with their goods called in the reader's language. */
export async function spokenLines(kernel: Kernel, me: Me, doc: Row): Promise<Row> {
  const lines = (doc["lines"] ?? []) as Row[];
  if (me.language !== "EN" || lines.length === 0) return doc;
  const ids = [...new Set(lines.flatMap((line) => (line["itemId"] ? [String(line["itemId"])] : [])))];
  const items = new Map((await factsFor(kernel, me).where(item, { id: ids }, 2000)).map((row) => [row.id as unknown, row]));
  const describe = (line: Row): string => goodsWords(String(line["itemDesc"] ?? ""), items.get(line["itemId"]))[1];
  return { ...doc, lines: lines.map((line) => ({ ...line, itemDesc: describe(line) })) };
}

const wantedRows = async (kernel: Kernel, entity: string, me: Me, wanted: readonly string[]) =>
  wanted.length ? factsFor(kernel, me).where(kernel.declared.entity(entity), { id: [...new Set(wanted)] }, 2000) : [];

/** Names of several rows of one table, by id, in both languages where they have both: for what is read on both sides of a border. */
export async function namesInBoth(
  kernel: Kernel,
  entity: string,
  me: Me,
  wanted: readonly string[],
  key: string,
): Promise<ReadonlyMap<string, string>> {
  const found = await wantedRows(kernel, entity, me, wanted);
  const halves = (row: Row): unknown[] => [row[key], row[`${key}En`]];
  return new Map(found.map((row) => [row.id, [...new Set(halves(row as Row).filter(Boolean))].join(" ")]));
}

/** Code and name of several rows of one table, by id, in the reader's language. */
export async function titlesOf(
  kernel: Kernel,
  entity: string,
  me: Me,
  wanted: readonly string[],
  keys: readonly [string, string],
): Promise<ReadonlyMap<string, readonly [string, string]>> {
  const found = await wantedRows(kernel, entity, me, wanted);
  const spoken = (row: Row): unknown => (me.language === "EN" && row[`${keys[1]}En`]) || row[keys[1]];
  return new Map(found.map((row) => [row.id, [String((row as Row)[keys[0]] ?? ""), String(spoken(row as Row) ?? "")] as const]));
}
