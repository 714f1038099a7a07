import { checkValue, isEmpty } from "../../check.ts";
import type { Entity, Tone } from "../../entity.ts";
import { companions } from "../../entity.ts";
import { scaleOf } from "../../field.ts";
import { attachmentsOf } from "../../file.ts";
import type { Field } from "../../field.ts";
import { goesWith, isRequiredNow, isWritable, offeredTo, spokenKey, type Placed } from "../../page-document.ts";
import { dateText } from "../../page-format.ts";
import type { Column as Declared } from "../../page.ts";
import { lookupOf } from "../../page.ts";
import type { Language, Text } from "../../text.ts";
import type { CellKind, Column, Row } from "../table/types.ts";
import { FieldText } from "./field/FieldText.tsx";
import { findRecords, referredBy, targetOf } from "./records.ts";
import { NothingFound } from "./field/NothingFound.tsx";
import { pickRecord } from "./RecordWindow.tsx";

/** What a table of an entity must know of its page. */
export interface ColumnSetting {
  readonly language: Language;
  readonly year: string;
  readonly zone: string;
  /** The address of a row; without one the title is no real link. */
  href?(row: Row): string | undefined;
  show?(row: Row): void;
}

type Kinds = Partial<Record<Field["kind"], CellKind>>;

/** What is drawn and edited by the same kind of cell. */
const bothKinds: Kinds = {
  int: "number",
  qty: "number",
  price: "money",
  rate: "number",
  money: "money",
  percent: "percent",
  date: "date",
  datetime: "datetime",
  month: "month",
  year: "year",
  pick: "select",
  picks: "multiSelect",
  files: "attachment",
};

const cellKinds: Kinds = {
  ...bothKinds,
  yn: "icon",
  richtext: "html",
  longtext: "text",
};

const editKinds: Kinds = {
  ...bothKinds,
  text: "text",
  code: "text",
  longtext: "textarea",
  yn: "checkbox",
  ref: "picker",
};

/** A declared column as the table draws it: the same words for every list, line table and picker. */
export function readColumn(e: Entity, column: Declared, setting: ColumnSetting): Column {
  const { key, field } = column;
  const lookup = lookupOf(e, key);
  return {
    key,
    title: field.label,
    width: column.width,
    align: column.align,
    sortable: column.sortable,
    resizable: true,
    isSummary: column.sums,
    cellType: column.role === "status" ? "tag" : (cellKinds[field.kind] ?? "text"),
    ...(column.role === "status"
      ? statusPart(e, setting.language)
      : lookup && field.kind.startsWith("pick")
        ? { lookup: { typeCode: lookup, ...cascadeOf(field) } }
        : {}),
    ...kindPart(e, column, setting),
    ...(column.role === "title" ? titlePart(column, setting) : {}),
  };
}

function statusPart(e: Entity, language: Language): Partial<Column> {
  const states = Object.entries((e.states ?? {}) as Record<string, readonly [string, string, Tone?]>);
  return {
    choices: states.map(([value, [cn, en]]) => ({ value, label: language === "EN" ? en : cn })),
    tones: Object.fromEntries(states.map(([code, [, , tone]]) => [code, tone ?? "neutral"])),
  };
}

function titlePart(column: Declared, setting: ColumnSetting): Partial<Column> {
  return {
    fixed: "left",
    linkTag: true,
    cellType: column.field.kind === "code" || column.field.kind === "text" ? "link" : (cellKinds[column.field.kind] ?? "link"),
    ...(setting.href ? { href: setting.href } : {}),
    ...(setting.show ? { onClick: setting.show } : {}),
  };
}

/** Room a text takes in a cell, near enough: Chinese letters are twice as wide. */
const roomFor = (name: string, code: string): number =>
  [...name].reduce((all, letter) => all + (letter > "\u2e7f" ? 13 : 7.5), 0) + code.length * 7 + 28;

function kindPart(e: Entity, { key, field, width }: Declared, { language, year }: ColumnSetting): Partial<Column> {
  const scale = scaleOf(field);
  const names = companions(key);
  switch (field.kind) {
    case "qty":
    case "price":
    case "rate":
    case "money":
    case "percent":
      return {
        showThousandSeparator: true,
        ...(scale === undefined ? {} : { precision: scale }),
        ...(field.currency ? { currencyKey: field.currency } : {}),
      };
    case "date":
      return { shortDate: true };
    case "datetime":
      return { render: (row) => <span className="pg-figure">{dateText(field, row[key], year)}</span> };
    case "yn":
      return { showIcon: { value: "YN", trueValue: "Y", falseValue: "N", falseShow: true } };
    case "ref":
      return {
        displayKey: names.name,
        onlyDisplay: targetOf(field.target) !== undefined,
        // A code that would be cut says nothing: the name alone stands, and the document has both.
        note: (row) => {
          const [name, code] = [String(row[names.name] ?? ""), String(row[names.code] ?? "")];
          return name && code && roomFor(name, code) <= width ? code : null;
        },
      };
    case "refs":
    case "rows":
    case "snapshot":
    case "payload":
    case "secret":
      return { render: (row) => <FieldText field={field} fieldKey={key} row={row} short /> };
    case "files":
      return { attachmentConfig: { ...attachmentsOf(e.name, key, field), readonly: true } };
    default:
      // Links and kinds of documents the system keeps in a text: said as a page says them.
      if (field.computed && (field.kind === "text" || field.kind === "code") && /(Id|Type|Entity)$/.test(key))
        return { render: (row) => <FieldText field={field} fieldKey={key} row={row} short /> };
      if (language !== "EN") return {};
      return field.english
        ? { displayKey: field.english }
        : field.repeats
          ? { readsAt: (row) => spokenKey(field, key, row, language) }
          : {};
  }
}

const cascadeOf = (field: Field): { buOrgKey?: string } => {
  const { org } = (field.pick ?? {}) as { org?: string };
  return org ? { buOrgKey: org } : {};
};

/** A column of a line table under edit: the read column plus editor, limits and checks of the same declaration. */
export function editColumn(line: Entity, column: Declared, setting: ColumnSetting, above?: () => Placed): Column {
  const { key, field } = column;
  const read = readColumn(line, column, { ...setting, year: "" });
  if (key === "lineNum") return { ...read, cellType: "index", fixed: "left", width: 70, align: "left", isSummary: false, sortable: false };
  const kind = editKinds[field.kind];
  if (!kind || !isWritable(field, true)) return { ...read, sortable: false };
  const { note, href: _href, ...plain } = read;
  return {
    ...plain,
    ...(note ? { note } : {}),
    shortDate: false,
    sortable: false,
    editType: kind,
    ...(field.least === undefined ? {} : { min: field.least }),
    ...(field.most === undefined ? {} : { max: field.most }),
    ...(field.kind === "int" ? { precision: 0 } : {}),
    ...(field.kind === "files" ? { attachmentConfig: attachmentsOf(line.name, key, field) } : {}),
    ...(field.kind === "ref" ? refEditor(line, key, field, above) : {}),
    validate: {
      required:
        line.requires?.[key] || line.shownWhen?.[key]
          ? (row: Row) => isRequiredNow(line, key, row)
          : !field.optional && line.number?.[0] !== key,
      // For attachments `max` counts files; the list of ids has a length of its own.
      ...(field.max && field.kind !== "files" ? { maxLength: field.max } : {}),
      fn: (value, row) => problemOf(field, value, row, setting.zone),
    },
  };
}

/** What the server would say about this value, said beforehand in the same words. */
function problemOf(field: Field, value: unknown, _row: Row, zone: string): Text | null {
  if (isEmpty(value) || field.kind === "files" || field.kind === "picks") return null;
  const outcome = checkValue(field, field.kind === "int" || typeof value !== "number" ? value : String(value), { zone, clean: "later" });
  return "code" in outcome ? [`${field.label[0]}${outcome.text[0]}`, `${field.label[1]} ${outcome.text[1]}`] : null;
}

function refEditor(line: Entity, key: string, field: Field, above?: () => Placed): Partial<Column> {
  const names = companions(key);
  const offered = (row: Row) => ({
    where: offeredTo(field, row),
    fits: field.fits && goesWith(field, { fields: line.fields, row, above: above?.() }),
  });
  return {
    displayKey: names.name,
    valueField: "id",
    fillMap: { [names.code]: "code", [names.name]: "name" },
    search: async (typed, row, signal) => {
      const { rows, none } = await findRecords(field.target!, { text: typed, ...offered(row) }, signal);
      return { rows: rows as readonly Row[], none: none && <NothingFound none={none} /> };
    },
    pick: async (row) => ((await pickRecord({ target: field.target!, ...offered(row), chosen: chosenOf(key, row) })) as Row | null) ?? null,
  };
}

const chosenOf = (key: string, row: Row) => {
  const { id, code, name } = referredBy(key, row);
  return id ? [{ id, code, name }] : [];
};
