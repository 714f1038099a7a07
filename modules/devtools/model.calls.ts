import type { Entity } from "#kernel/entity.ts";
import { listOf } from "#kernel/page.ts";
import type { FieldRefinement, Refinement } from "#kernel/refine.ts";
import { refuse } from "#kernel/refusal.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { permDenied } from "#kernel/server/find/find.ts";
import { asks, type InputNames } from "#kernel/server/http/input.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { say, type Text } from "#kernel/text.ts";
import { locksOf } from "./locks.ts";
import { tableModel, tableModelColumn } from "./table-model.entity.ts";

const labelOf = (row: Row, declared: Text | undefined): Text | undefined => {
  const [cn, en] = [row["labelCn"] as string | null, row["labelEn"] as string | null];
  return cn || en ? [cn || (declared?.[0] ?? en!), en || (declared?.[1] ?? cn!)] : undefined;
};

function fieldRefinement(row: Row, declared: Text | undefined): FieldRefinement {
  const label = labelOf(row, declared);
  const level = row["sensitiveLevel"] as 0 | 1 | 2 | null;
  return {
    key: row["key"],
    ...(label ? { label } : {}),
    ...(row["searchable"] ? { searchable: row["searchable"] === "Y" } : {}),
    ...(row["exportable"] ? { exportable: row["exportable"] === "Y" } : {}),
    ...(level === null || level === undefined ? {} : { sensitive: level }),
  };
}

/** What this installation changed about its model, as every process and every browser puts it in. */
export async function readRefinements(kernel: Kernel): Promise<Refinement[]> {
  const me = systemMe("model");
  const [{ rows: heads }, { rows: columns }] = await Promise.all([
    kernel.finder.list(tableModel, { pageRows: 0, count: "none" }, me),
    kernel.finder.list(tableModelColumn, { pageRows: 0, count: "none" }, me),
  ]);
  return heads.map((row) => {
    const declared = kernel.declared.asWritten(row["entity"]);
    const label = labelOf(row, declared?.label);
    const fields = columns
      .filter((column) => column["parentId"] === row["id"])
      .map((column) => fieldRefinement(column, declared?.fields[column["key"]]?.label));
    return { entity: row["entity"], ...(label ? { label } : {}), fields };
  });
}

/** Puts the changes in at the start and whenever somebody, here or in another process, saves one. */
export function followRefinements(kernel: Kernel): void {
  const again = (): void => void readRefinements(kernel).then(kernel.declared.refine, () => undefined);
  again();
  kernel.bus.watch([tableModel.name], again);
}

const yes = (is: unknown): "Y" | "N" => (is ? "Y" : "N");

function columnOf(plain: Entity, key: string, changed: Row | undefined, ctx: Context): Row {
  const field = plain.fields[key]!;
  const locks = locksOf(plain, key);
  const isSearched = [undefined, ...Object.keys(plain.lists ?? {})].some((list) => listOf(plain, list).search?.includes(key));
  const told = (lock: Text | null): string | null => (lock ? say(lock, ctx.language) : null);
  return {
    id: key,
    key,
    labelCn: changed?.["labelCn"] ?? field.label[0],
    labelEn: changed?.["labelEn"] ?? field.label[1],
    kind: field.kind,
    length: field.max ?? null,
    required: yes(!field.optional),
    computed: yes(field.computed),
    lookup: field.lookup ?? null,
    ref: field.target ?? null,
    searchable: changed?.["searchable"] ?? yes(isSearched),
    exportable: changed?.["exportable"] ?? yes(!field.stays && !locks.exportable),
    sensitiveLevel: changed?.["sensitiveLevel"] ?? (field.hidden || field.kind === "secret" ? 2 : (field.sensitive ?? 0)),
    declaredCn: field.label[0],
    declaredEn: field.label[1],
    declaredSearchable: yes(isSearched),
    declaredExportable: yes(!field.stays && !locks.exportable),
    declaredSensitive: field.hidden || field.kind === "secret" ? 2 : (field.sensitive ?? 0),
    changed: yes(changed),
    locks: { searchable: told(locks.searchable), exportable: told(locks.exportable), sensitiveLevel: told(locks.sensitiveLevel) },
  };
}

/** The declared model as people read it: what each record is called, what its fields are, and what of that was changed here. */
export function modelCalls(kernel: Kernel): Call[] {
  const { declared, finder } = kernel;
  const call = (name: string, names: InputNames, handle: Call["handle"]): Call => ({
    service: "baseServer",
    path: `v1/baseTableModelRestful/${name}`,
    guard: "session",
    input: asks(names),
    handle,
  });
  const mustRead = (ctx: Context): void => {
    if (!ctx.me.may(tableModel.name, "")) throw permDenied();
  };
  const stored = async (): Promise<Map<string, Row>> => {
    const { rows } = await finder.list(tableModel, { pageRows: 0, count: "none" }, systemMe("model"));
    return new Map(rows.map((row) => [String(row["entity"]), row]));
  };
  return [
    call("refinements", {}, () => readRefinements(kernel)),
    call("listModels", {}, async (ctx) => {
      mustRead(ctx);
      const changes = await stored();
      return [...declared.entities.values()]
        .filter((e) => !e.internal)
        .map((e) => ({
          id: e.name,
          entity: e.name,
          label: say(e.label, ctx.language),
          module: say(declared.moduleOf(e).label, ctx.language),
          moduleCode: declared.moduleOf(e).code,
          service: e.service,
          kind: e.view ? "VIEW" : declared.parent(e) ? "LINES" : "DOCUMENT",
          parent: declared.parent(e)?.entity.name ?? null,
          columnCount: Object.keys(e.fields).length,
          changed: yes(changes.has(e.name)),
        }));
    }),
    call("findModel", { entity: "text" }, async (ctx, body) => {
      mustRead(ctx);
      const e = declared.entities.get(String(body["entity"] ?? ""));
      if (!e || e.internal) throw refuse("DATA_NOT_FOUND", "数据不存在", "Not found");
      const plain = declared.asWritten(e.name)!;
      const head = (await stored()).get(e.name);
      const document = head ? await finder.byId(tableModel, head["id"], ctx.me) : null;
      const changed = new Map(((document?.["columns"] ?? []) as Row[]).map((column) => [String(column["key"]), column]));
      return {
        entity: e.name,
        label: say(e.label, ctx.language),
        labelCn: e.label[0],
        labelEn: e.label[1],
        declaredCn: plain.label[0],
        declaredEn: plain.label[1],
        module: say(declared.moduleOf(e).label, ctx.language),
        service: e.service,
        parent: declared.parent(e)?.entity.name ?? null,
        lines: Object.entries(e.lines as Record<string, Entity>).map(([key, line]) => ({
          key,
          entity: line.name,
          label: say(line.label, ctx.language),
        })),
        route: e.pages?.list ?? null,
        document,
        columns: Object.keys(plain.fields).map((key) => columnOf(plain, key, changed.get(key), ctx)),
      };
    }),
  ];
}
