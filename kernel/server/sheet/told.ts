import type { Me } from "#kernel/entity.ts";
import { say, type Language } from "#kernel/text.ts";
import { led } from "#kernel/remedy.ts";
import { toldReason } from "../http/call.ts";
import type { Kernel } from "../kernel.ts";
import type { Row } from "../find/visible.ts";
import { readable } from "./compare.ts";
import { nodesOf, type Node } from "./documents.ts";
import type { Checked } from "./import.ts";
import type { Finding, Understood } from "./rows.ts";
import { fieldAt, titleAt } from "./shape.ts";

const shownRows = 2_000;
const shownErrors = 5_000;
const weight: Readonly<Record<Node["result"], number>> = { wrong: 0, removed: 1, changed: 1, new: 2, same: 3 };

const nameOf = (sheets: readonly Understood[], sheet: number): string =>
  sheets.find((understood) => understood.sheet === sheet)?.name ?? "";

const toldFinding = ({ declared }: Kernel, checked: Checked, f: Finding, me: Me): Row => ({
  sheet: nameOf(checked.sheets, f.sheet),
  row: f.row,
  column: f.column,
  value: f.value ?? null,
  ...toldReason(led(declared, f, me), me.language),
});

function toldSheets(kernel: Kernel, checked: Checked, language: Language): Row[] {
  return checked.template.shapes.flatMap((shape) => {
    const mine = checked.sheets.filter((sheet) => sheet.shape === shape);
    if (mine.length === 0) return [];
    const keys = [...new Set(mine.flatMap((sheet) => sheet.columns.map((column) => column.key)))].filter((key) => key !== "id");
    const columns = keys.map((key) => {
      const field = fieldAt(kernel, shape, key)!;
      return {
        key,
        label: say(titleAt(kernel, shape, shape, key), language),
        kind: field.kind,
        ...(field.lookup ? { lookup: field.lookup } : {}),
      };
    });
    return [{ path: shape.path, label: say(shape.entity.label, language), name: mine[0]!.name, columns }];
  });
}

/** One row for the differences: its own values, and beside them what the system holds of the same fields. */
function toldRow(kernel: Kernel, checked: Checked, node: Node, zone: string): Row {
  const { read, stored, shape } = node;
  const keys = [
    ...new Set([...Object.keys(node.values), ...(read?.looks ?? []).flatMap((look) => (look.above === null ? [look.key] : []))]),
  ].filter((key) => key !== "id");
  // A reference that says what is stored was not looked up: it shows what is stored.
  const values = Object.fromEntries(
    keys.map((key) => [
      key,
      node.values[key] === undefined ? readable(kernel, node, key, stored, zone) : readable(kernel, node, key, node.values, zone),
    ]),
  );
  const before = node.result === "removed" ? [...shape.keys, ...shape.fields] : keys;
  return {
    sheet: read ? nameOf(checked.sheets, read.sheet.sheet) : "",
    row: read?.at.row ?? 0,
    path: shape.path,
    result: node.result,
    values: read ? values : Object.fromEntries(shape.keys.map((key) => [key, readable(kernel, node, key, stored, zone)])),
    ...(stored ? { old: Object.fromEntries(before.map((key) => [key, readable(kernel, node, key, stored, zone) ?? null])) } : {}),
  };
}

/** Documents in the person's own order, lines under theirs; of very many the wrong and the changed come first. */
function toldRows(kernel: Kernel, checked: Checked, me: Me): Row[] {
  const documents = checked.documents.roots.map(nodesOf);
  const total = documents.reduce((sum, nodes) => sum + nodes.length, 0);
  if (total <= shownRows) return documents.flat().map((node) => toldRow(kernel, checked, node, me.zone));
  const order = documents.map((nodes, at) => ({ nodes, at, rank: Math.min(...nodes.map((node) => weight[node.result])) }));
  let room = shownRows;
  const entries = order.sort((a, b) => a.rank - b.rank || a.at - b.at).filter(({ nodes }) => (room -= nodes.length) >= 0);
  return entries
    .sort((a, b) => a.at - b.at)
    .flatMap(({ nodes }) => nodes)
    .map((node) => toldRow(kernel, checked, node, me.zone));
}

/** What the person is told of a check, and of the writing. Rows are counted, not documents. */
export function toldOf(kernel: Kernel, checked: Checked, me: Me, importId: string, status: string, errorFileId: string | null): Row {
  const { language } = me;
  const nodes = checked.documents.roots.flatMap(nodesOf);
  const read = nodes.filter((node) => node.read);
  const count = (result: Node["result"]): number => read.filter((node) => node.result === result).length;
  const sheets = toldSheets(kernel, checked, language);
  return {
    importId,
    status,
    total: read.length,
    ok: read.length - count("wrong"),
    failed: count("wrong"),
    inserts: count("new"),
    updates: count("changed"),
    same: count("same"),
    removes: nodes.filter((node) => node.result === "removed").length,
    warnings: checked.warnings.slice(0, shownErrors).map((f) => toldFinding(kernel, checked, f, me)),
    asks: checked.asks.map((ask) => ({
      code: ask.code,
      msg: say(ask.text, language),
      rows: ask.rows.slice(0, 100).map(({ sheet, row, text }) => ({
        sheet: nameOf(checked.sheets, sheet),
        row,
        ...(text[0] === ask.text[0] ? {} : { msg: say(text, language) }),
      })),
    })),
    errors: checked.findings.slice(0, shownErrors).map((f) => toldFinding(kernel, checked, f, me)),
    sheets,
    columns: sheets.find((sheet) => sheet["path"] === "")?.["columns"] ?? [],
    rows: toldRows(kernel, checked, me),
    sheet: checked.sheets[0]!.name,
    unknownColumns: [...new Set(checked.sheets.flatMap((sheet) => sheet.unknown))],
    unknownSheets: checked.ignored,
    errorFileId,
  };
}
