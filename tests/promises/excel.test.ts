import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Entity, Me, Who } from "#kernel/entity.ts";
import type { Field } from "#kernel/field.ts";
import type { Doer } from "#kernel/server/act/attempt.ts";
import { kindOf, type SheetRow } from "#kernel/server/excel/cell.ts";
import type { ColumnKind } from "#kernel/server/excel/encode.ts";
import { readTable } from "#kernel/server/excel/read.ts";
import { findKeys } from "#kernel/server/excel/template.ts";
import { writeWorkbook } from "#kernel/server/excel/write.ts";
import { newId } from "#kernel/server/act/id.ts";
import { nodesOf, type Node } from "#kernel/server/sheet/documents.ts";
import { Exports } from "#kernel/server/sheet/export.ts";
import { Imports, type Checked } from "#kernel/server/sheet/import.ts";
import { planExport } from "#kernel/server/sheet/plan.ts";
import { fieldAt, qualified, sheetsOf, type SheetShape } from "#kernel/server/sheet/shape.ts";
import { system, type Row } from "../support/generate.ts";
import { someone } from "../support/kernel.ts";
import { sampled } from "../support/thorough.ts";
import { callOf, kept, none, openHouse, type House } from "./house.ts";

let house: House;
let exports_: Exports;
let imports: Imports;
beforeAll(async () => {
  house = await openHouse(31);
  exports_ = new Exports(house.kernel, house.url);
  imports = new Imports(house.kernel);
});
afterAll(async () => {
  await exports_?.close();
  await house?.drop();
});

const doer = (me: Me): Doer => {
  const now = new Date();
  return { me, now, requestId: newId(), ip: null, proof: { at: now.toISOString(), way: "PASSWORD" } };
};

/** Everything people may save, as its own list shows it. */
const saved = (): Entity[] => house.entities.filter((e) => e.saves && !e.view && !e.mine && (!house.declared.parent(e) || e.pages?.list));

async function exported(e: Entity, ids: readonly string[], me: Me): Promise<Buffer> {
  const columns = [...house.kernel.finder.visible(e, me)].filter((key) => key !== "parentId").map((key) => ({ key }));
  const body = { requestUrl: `/${callOf(e, "listByPage")}`, columns, requestParams: { ids }, customParams: { templateCode: e.name } };
  const out = new PassThrough();
  const [bytes] = await Promise.all([buffer(out), exports_.write(await planExport(house.kernel, body, me, 100_000), out)]);
  return bytes;
}

const check = async (e: Entity, file: Buffer, me: Me): Promise<Checked> =>
  imports.check(await imports.template(e.name, me), file, doer(me));

/** A workbook read cell by cell, changed, and written again with the same kinds. */
interface Sheet {
  readonly name: string;
  readonly keys: readonly string[];
  readonly head: readonly (string | null)[];
  readonly version: string;
  readonly rows: SheetRow[];
}

async function sheetsIn(file: Buffer): Promise<Sheet[]> {
  const bySheet = new Map<number, SheetRow[]>();
  const reading = readTable(file, { every: true });
  for await (const batch of reading) for (const row of batch) bySheet.set(row.sheet!, [...(bySheet.get(row.sheet!) ?? []), row]);
  return [...bySheet].map(([at, rows]) => {
    const keyed = findKeys(rows)!;
    const head = rows.find((row) => row.row === keyed.row - 1)!.cells;
    return {
      name: reading.info.sheets[at]!,
      head,
      version: keyed.version!,
      keys: keyed.keys.map((key) => key ?? ""),
      rows: rows.filter((row) => row.row > keyed.row),
    };
  });
}

async function bookOf(sheets: readonly Sheet[]): Promise<Buffer> {
  const kinds = (sheet: Sheet, i: number): ColumnKind => {
    const found = sheet.rows.map((row) => kindOf(row, i)).find((kind) => kind !== "blank");
    return found === "number" || found === "date" || found === "datetime" ? found : "text";
  };
  const chunks: Buffer[] = [];
  await writeWorkbook(
    async (bytes) => void chunks.push(bytes),
    sheets.map((sheet) => ({
      name: sheet.name,
      columns: sheet.keys.map((key, i) => ({ key, title: sheet.head[i] ?? key, kind: kinds(sheet, i) })),
      keys: { of: sheet.keys, version: sheet.version },
      rows: [sheet.rows.map((row) => row.cells)],
    })),
  );
  return Buffer.concat(chunks);
}

const touchedOf = (checked: Checked): Node[] =>
  checked.documents.roots.flatMap(nodesOf).filter((node) => node.result !== "same" && (node.read || node.result === "removed"));

const format = (checked: Checked): string =>
  checked.findings.map((f) => `${f.row}.${f.column} ${f.code} ${String(f.value)} ${f.text[1]}`).join("; ");

/** A document with everything and one with little, and somebody to whom both belong. */
async function made(e: Entity): Promise<{ me: Me; ids: string[] }> {
  const { me, row } = await kept(house, e);
  const [owner] = ([e.saves].flat() as readonly Who[]).flatMap((who) => (typeof who === "object" && "owner" in who ? [who.owner] : []));
  const same: Row =
    me.audience === "registrant"
      ? { userId: me.userId, [e.stateField]: row[e.stateField] }
      : owner && house.make.writer(e) === system
        ? { [owner]: row[owner] }
        : {};
  const ids: string[] = [];
  for (const full of [true, false])
    ids.push((await house.make.lone(e, same, house.declared.parent(e) ? { full } : { full, lines: 2 }))["id"] as string);
  return { me, ids };
}

describe("export → import of every list, lines included", () => {
  test("what was not edited changes nothing, in either language", { timeout: 240_000 }, async () => {
    const wrong: string[] = [];
    for (const e of saved()) {
      const { me, ids } = await made(e);
      for (const language of ["CN", "EN"] as const) {
        const file = await exported(e, ids, { ...me, language });
        const checked = await check(e, file, { ...me, language });
        const read = checked.documents.roots.flatMap(nodesOf).filter((node) => node.read);
        if (read.length < 2) wrong.push(`${e.name}: only ${read.length} rows came back`);
        for (const node of touchedOf(checked))
          wrong.push(`${e.name}/${node.shape.path} ${node.result} ${node.changed.join()} ${format(checked)}`);
      }
    }
    none(wrong);
  });

  test("an edited cell is the only change, whichever field it is", { timeout: 240_000 }, async () => {
    const wrong: string[] = [];
    for (const e of saved()) {
      const { me, ids } = await made(e);
      const sheets = await sheetsIn(await exported(e, ids, me));
      for (const shape of sheetsOf(house.kernel, e, me)) {
        const sheet = sheets.find((candidate) => candidate.keys.includes(qualified(shape.path, "id")) && depth(candidate) === shape.path);
        if (!sheet) wrong.push(`${e.name}/${shape.path}: no sheet`);
        if (!sheet?.rows.length) continue;
        for (const key of oneOfEachKind(shape)) {
          const edit = await edited(e, shape, key, sheet);
          if (!edit) continue;
          const file = await bookOf(sheets.map((entry) => (entry === sheet ? edit.sheet : entry)));
          const checked = await imports.check(await imports.template(e.name, me), file, doer(me), false);
          const touched = touchedOf(checked);
          const ok = touched.length === 1 && touched[0]!.shape.path === shape.path && touched[0]!.changed.join() === key;
          if (!ok)
            wrong.push(
              `${e.name}/${shape.path}.${key} ← ${edit.cell}: ${touched.map((n) => `${n.result} ${n.changed.join()}`).join(" | ")} ${format(checked)}`,
            );
        }
      }
    }
    none(wrong);
  });

  /** A short run edits one field of each kind on every sheet, another one on another sheet. */
  const oneOfEachKind = (shape: SheetShape): readonly string[] => {
    const fields = shape.fields.filter((field) => field !== "parentId");
    const kinds = Map.groupBy(fields, (key) => fieldAt(house.kernel, shape, key)?.kind);
    return [...kinds.values()].flatMap((keys) => sampled(keys, 1, `${shape.entity.name}/${shape.path}`));
  };

  /** The deepest level a sheet's keys name. */
  const depth = (sheet: Sheet): string =>
    sheet.keys.map((key) => key.split("/").slice(0, -1).join("/")).reduce((deep, value) => (value.length > deep.length ? value : deep), "");

  /** Another good value in the last row's cell, as a person would type it. */
  async function edited(e: Entity, shape: SheetShape, key: string, sheet: Sheet): Promise<{ sheet: Sheet; cell: string } | null> {
    const field = fieldAt(house.kernel, shape, key)!;
    const at = sheet.keys.indexOf(qualified(shape.path, key));
    const last = sheet.rows.at(-1)!;
    const old = last.cells[at] ?? null;
    for (let n = 0; n < 8; n++) {
      // What a pattern asks for only the hints know.
      const made = field.pattern ? (await house.make.body(shape.entity, { full: true }))[key] : undefined;
      const value: unknown = made ?? (await house.make.value(shape.entity, key, field, true));
      const cell = await cellOf(field, value);
      if (cell === null) return null;
      if (cell === old || isSameWord(field, cell, old)) continue;
      const cells = [...last.cells];
      while (cells.length <= at) cells.push(null);
      cells[at] = cell;
      return {
        cell,
        sheet: { ...sheet, rows: [...sheet.rows.slice(0, -1), { ...last, cells, kinds: last.kinds.padEnd(cells.length, "-") }] },
      };
    }
    return null;
  }

  /** The same code in other words says nothing new. */
  const isSameWord = (field: Field, cell: string, old: string | null): boolean => {
    const yn = [
      ["Y", "Yes"],
      ["N", "No"],
    ];
    const words = field.lookup ? house.kernel.lookups.values(field.lookup).map((row) => [row.lookupCode, row.meaning, row.meaningEn]) : yn;
    return words.some((same) => same.includes(cell) && same.includes(old));
  };

  async function cellOf(field: Field, value: unknown): Promise<string | null> {
    if (field.kind !== "ref") return Array.isArray(value) ? value.join(",") : String(value);
    const target = house.declared.entities.get(field.target!);
    if (!target) return null;
    const row = await house.kernel.db.one<Row>(`select * from "${target.name}" where id = $1`, [value]);
    return row ? String(row[target.title[0]!] ?? row["id"]) : null;
  }
});

test("statements of an import do not grow with its rows", { timeout: 60_000 }, async () => {
  const e = house.declared.entity("SampleOrder");
  const me = someone();
  const count = async (documents: number): Promise<number> => {
    const ids: string[] = [];
    for (let i = 0; i < documents; i++) ids.push((await house.make.lone(e, {}, { lines: 3 }))["id"] as string);
    const sheets = await sheetsIn(await exported(e, ids, me));
    const lines = sheets.find((sheet) => sheet.keys.includes("lines/item"))!;
    const at = lines.keys.indexOf("lines/item");
    for (const row of lines.rows) row.cells[at] = `edited ${row.row}`;
    let n = 0;
    const stop = house.kernel.db.onStatement(() => n++);
    const checked = await check(e, await bookOf(sheets), me);
    await imports.commit(checked, "ALL_OR_NOTHING", newId(), [], doer(me));
    stop();
    expect(checked.findings).toEqual([]);
    expect(touchedOf(checked)).toHaveLength(documents * 3);
    return n;
  };
  const [few, many] = [await count(2), await count(40)];
  expect(many).toBe(few);
});
