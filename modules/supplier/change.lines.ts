import { checkValue } from "#kernel/check.ts";
import { closed, opened, type Seal } from "#kernel/seal.ts";
import type { Doc, Entity, Me } from "#kernel/entity.ts";
import { lookupValue } from "#kernel/platform/lookup.entity.ts";
import { refuse, type FieldError, type Refusal } from "#kernel/refusal.ts";
import { set, type Effect, type Find } from "#kernel/rule.ts";
import type { Text } from "#kernel/text.ts";
import type { supplierChange } from "./change.entity.ts";
import { changeable, endField, guardOfLine, isSensitive, masked, partOf, sameValue, type FilePart, type Row } from "./change.ts";
import { supplierSite } from "./place.entity.ts";
import { whole } from "./sensitive.ts";
import { supplierInfo } from "./supplier.entity.ts";

export type Change = Doc<typeof supplierChange>;
export type ChangeLine = Change["lines"][number];
type Known = Readonly<Record<string, readonly Row[]>>;

/** The rows of a supplier's file that the lines are about, by table. */
export async function fileOf(find: Find, supplierId: string, entityNames: Iterable<string>): Promise<Known> {
  const parts = [...new Set(entityNames)].flatMap((name) => partOf(name) ?? []);
  const rows = await Promise.all(
    parts.map(async ({ entity }) =>
      entity.name === supplierInfo.name ? [await find.one(supplierInfo, supplierId)] : find.where(entity, { supplierId }, 2000),
    ),
  );
  return Object.fromEntries(parts.map((part, i) => [part.entity.name, rows[i]!]));
}

const nameOf = (e: Entity, row: Row | null): string | null => {
  const words = e.title.map((key) => row?.[key]).filter((candidate) => typeof candidate === "string" && candidate !== "");
  return words.length ? words.join(" ").slice(0, 500) : null;
};

/** Codes and references are only as good as the tables they point to. */
export interface Pointed {
  readonly codes: ReadonlySet<string>;
  readonly names: ReadonlyMap<string, string | null>;
}

const listed = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : value ? [String(value)] : []);

/** What the values of the lines point to, read together. */
export async function pointedAt(find: Find, lines: readonly ChangeLine[], file: Known): Promise<Pointed> {
  const codes = new Set<string>();
  const names = new Map<string, string | null>();
  await Promise.all(
    lines.map(async (line) => {
      const field = partOf(line.entityName)?.entity.fields[line.fieldKey];
      if (!field) return;
      const values = listed(line.newValue);
      if (field.lookup && (field.kind === "pick" || field.kind === "picks"))
        for (const code of values)
          if (await find.exists(lookupValue, { lookupType: field.lookup, lookupCode: code, enabledFlag: "Y" }))
            codes.add(`${field.lookup}|${code}`);
      if (field.target && (field.kind === "ref" || field.kind === "refs")) {
        const e = find.entity(field.target);
        const stored = file[line.entityName]?.find((candidate) => candidate["id"] === line.rowId);
        for (const id of [...values, ...listed(stored?.[line.fieldKey])]) {
          const row = (await find.maybe(e, id)) as Row | null;
          if (row) names.set(`${e.name}|${id}`, nameOf(e, row));
        }
      }
    }),
  );
  return { codes, names };
}

const wrong = (index: number, code: string, cn: string, en: string): FieldError => ({
  path: `lines[${index}].newValue`,
  code,
  text: [cn, en],
});

/** The value as it would be stored, or what is wrong with it. */
function readValue(line: ChangeLine, index: number, part: FilePart, pointed: Pointed, me: Me): { readonly value: unknown } | FieldError {
  const field = part.entity.fields[line.fieldKey]!;
  const value = line.newValue;
  if (field.kind === "files") return { value: null };
  if (value === null || value === undefined || value === "")
    return field.optional || field.kind === "yn"
      ? { value: null }
      : wrong(index, "TABLE_REQUIRED", `${field.label[0]}必填`, `${field.label[1]} is required`);
  const checked = checkValue(field, value, { zone: me.zone, clean: "later" });
  if ("code" in checked) return wrong(index, checked.code, `${field.label[0]}${checked.text[0]}`, `${field.label[1]} ${checked.text[1]}`);
  const lost =
    field.kind === "pick" || field.kind === "picks"
      ? listed(value).find((code) => !pointed.codes.has(`${field.lookup}|${code}`))
      : field.kind === "ref" || field.kind === "refs"
        ? listed(value).find((id) => !pointed.names.has(`${field.target}|${id}`))
        : undefined;
  return lost === undefined
    ? { value: checked.value }
    : wrong(index, "LOOKUP_VALUE", `${field.label[0]}没有可用的选项 ${lost}`, `${field.label[1]}: ${lost} is not an available option`);
}

const notYours = (index: number): FieldError => wrong(index, "SUP_AUTH_404", "数据不存在或无权查看", "Not found or not visible");

const labelOf = (line: ChangeLine, part: FilePart): Text =>
  line.fieldKey === endField ? ["启用", "Enabled"] : part.entity.fields[line.fieldKey]!.label;

/** A stored value of the file as it was typed, also one that is kept closed. */
const storedValue = (seal: Seal, entityName: string, key: string, row: Row | undefined): unknown => {
  const value = row?.[key] ?? null;
  const field = partOf(entityName)?.entity.fields[key];
  return field && isSensitive(field) && typeof value === "string" ? whole(seal, value, `${entityName}.${key}`) : value;
};

const binding = (line: ChangeLine): string => `change|${line.id}`;

/** The value of a line as it was given, also when it is kept sealed. */
export const givenValue = (seal: Seal, line: ChangeLine): unknown => opened(seal, line.newSealed, binding(line)) ?? line.newValue;
const formerValue = (seal: Seal, line: ChangeLine): unknown => opened(seal, line.oldSealed, binding(line)) ?? line.oldValue;

/** Completes the lines of a request: what the value is now, its names, its level; what is no change is left out. */
export function completed(
  seal: Seal,
  lines: readonly ChangeLine[],
  file: Known,
  pointed: Pointed,
  me: Me,
): {
  readonly errors: readonly FieldError[];
  readonly kept: readonly (readonly [ChangeLine, Partial<ChangeLine>])[];
  readonly same: readonly ChangeLine[];
} {
  const errors: FieldError[] = [];
  const entries: (readonly [ChangeLine, Partial<ChangeLine>])[] = [];
  const same: ChangeLine[] = [];
  const seen = new Set<string>();
  for (const [index, line] of lines.entries()) {
    const part = partOf(line.entityName);
    const stored = file[line.entityName]?.find((candidate) => candidate["id"] === line.rowId);
    const mayTouch =
      part &&
      (line.rowAction === "DISABLE"
        ? part.ends !== "never" && line.fieldKey === endField
        : changeable(part, me.audience).includes(line.fieldKey));
    if (!part || !mayTouch || (line.rowAction !== "ADD" && !stored)) {
      errors.push(notYours(index));
      continue;
    }
    const key = `${line.entityName}|${line.rowId}|${line.fieldKey}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const field = part.entity.fields[line.fieldKey];
    const sealed = field !== undefined && isSensitive(field);
    // A sealed value that came back as it is shown stays what it was.
    const untouched = sealed && typeof line.newValue === "string" && line.newValue.startsWith("****") && line.newSealed !== null;
    let value = untouched ? givenValue(seal, line) : line.newValue;
    if (line.rowAction !== "DISABLE") {
      const read = readValue({ ...line, newValue: value }, index, part, pointed, me);
      if ("path" in read) {
        errors.push(read);
        continue;
      }
      value = read.value;
      // Files come with the line itself, not as its value.
      if (field!.kind === "files" ? !line.fileIds : sameValue(field!, value, storedValue(seal, line.entityName, line.fieldKey, stored))) {
        same.push(line);
        continue;
      }
    }
    const isFiles = field?.kind === "files";
    const old = line.rowAction === "ADD" || isFiles ? null : storedValue(seal, line.entityName, line.fieldKey, stored);
    const nameFor = (current: unknown): string | null =>
      field?.target
        ? listed(current)
            .flatMap((id) => pointed.names.get(`${field.target}|${id}`) ?? [])
            .join("、")
            .slice(0, 500) || null
        : null;
    const [fieldLabel, fieldLabelEn] = labelOf(line, part);
    entries.push([
      line,
      {
        seqNum: entries.length + 1,
        section: part.section,
        rowTitle: stored && line.entityName !== supplierInfo.name ? nameOf(part.entity, stored) : null,
        fieldLabel,
        fieldLabelEn,
        oldValue: sealed ? masked(old) : old,
        newValue: isFiles ? null : sealed ? masked(value) : value,
        oldSealed: sealed ? closed(seal, old, binding(line)) : null,
        newSealed: sealed ? closed(seal, value, binding(line)) : null,
        oldName: nameFor(old),
        newName: nameFor(value),
        guardLevel: guardOfLine(line),
        baseVersion: stored ? Number(stored["versionNum"] ?? 0) : 0,
        lineResult: null,
        lineRemark: null,
      },
    ]);
  }
  return { errors, kept: entries, same };
}

/** Tables whose rows also hold what the product keeps about them: their version moves without anybody touching a field. */
const bookkept: readonly Entity[] = [supplierInfo, supplierSite];

/** What was changed meanwhile: any change of a row of a table, and where the product keeps books the very field. */
export function movedMeanwhile(seal: Seal, lines: readonly ChangeLine[], file: Known): ChangeLine | null {
  return (
    lines.find((line) => {
      if (line.rowAction === "ADD") return false;
      const stored = file[line.entityName]?.find((candidate) => candidate["id"] === line.rowId);
      if (!stored) return true;
      const field = bookkept.find((e) => e.name === line.entityName)?.fields[line.fieldKey];
      if (!field && line.entityName !== supplierInfo.name) return Number(stored["versionNum"]) !== line.baseVersion;
      return field !== undefined && !sameValue(field, storedValue(seal, line.entityName, line.fieldKey, stored), formerValue(seal, line));
    }) ?? null
  );
}

export const movedRefusal = (line: ChangeLine): Refusal =>
  refuse(
    "SUP_CHG_003",
    `${line.fieldLabel}已被其他变更更新，请重新确认`,
    `${line.fieldLabelEn ?? line.fieldLabel} was updated meanwhile; confirm again`,
  );

export const writes = (current: readonly (readonly [ChangeLine, Partial<ChangeLine>])[]): Effect[] =>
  current.map(([line, patch]) => set(line, patch));
