import type { Entity } from "#kernel/entity.ts";
import type { Field, Kind } from "#kernel/field.ts";

/** A table as the generator reads it. */
export interface SourceColumn {
  readonly columnName: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly comment: string | null;
}

export interface SourceTable {
  readonly tableName: string;
  readonly labelCn: string;
  readonly labelEn: string;
  readonly columns: readonly SourceColumn[];
  /** Column → the entity it refers to. */
  readonly refs: Readonly<Record<string, string>>;
}

export interface MadeFile {
  readonly path: string;
  readonly text: string;
}

interface Planned {
  readonly key: string;
  readonly kind: Kind;
  readonly label: readonly [string, string];
  readonly optional: boolean;
  readonly max?: number;
  readonly scale?: number;
  readonly target?: string;
  readonly lookup?: string;
  readonly initial?: string | number;
}

interface Plan {
  readonly name: string;
  readonly label: readonly [string, string];
  readonly service: string;
  readonly fields: readonly Planned[];
  readonly title: readonly string[];
  readonly unique: readonly string[];
  readonly search: readonly string[];
  readonly list: readonly string[];
}

const common = new Set(["id", "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum", "parentId", "status"]);
const quoted = (text: string): string => JSON.stringify(text);
const words = (name: string): string =>
  name
    .replace(/_/g, " ")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/^./, (letter) => letter.toUpperCase());
const camel = (name: string): string =>
  name.replace(/_+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/^[A-Z]/, (value) => value.toLowerCase());
const kebab = (name: string): string => name.replace(/([a-z\d])([A-Z])/g, "$1-$2").toLowerCase();

const textKinds: readonly Kind[] = ["text", "code", "longtext"];

/** What kind a database column is, by its type and by the names people give such columns. */
export function kindOf(name: string, type: string): Kind {
  const key = name.toLowerCase();
  if (type.startsWith("bool") || key.endsWith("flag")) return "yn";
  if (type.startsWith("timestamp")) return "datetime";
  if (type === "date") return "date";
  if (/^jsonb?$/.test(type)) return "payload";
  if (/^(small|big)?int|^integer|^serial/.test(type)) return "int";
  if (/^(numeric|decimal|double|real|float|money)/.test(type)) {
    if (/(percent|ratio)$/.test(key)) return "percent";
    if (/price/.test(key)) return "price";
    if (/(amount|money|total|cost|fee)/.test(key)) return "money";
    return key.endsWith("rate") ? "rate" : "qty";
  }
  if (/(remark|description|content|note|comment|memo)s?$/.test(key)) return "longtext";
  return /(code|num|no)$/.test(key) ? "code" : "text";
}

const lengthOf = (type: string): number | undefined => {
  const found = /\((\d+)\)$/.exec(type);
  return found && /char/.test(type) ? Number(found[1]) : undefined;
};

function planned(table: SourceTable, column: SourceColumn): Planned {
  const key = camel(column.columnName);
  const target = table.refs[column.columnName];
  const kind: Kind = target ? "ref" : kindOf(column.columnName, column.type);
  const max = textKinds.includes(kind) ? (lengthOf(column.type) ?? (kind === "longtext" ? 2000 : 200)) : undefined;
  const [cn = "", en = ""] = (column.comment ?? "").split(/\s*[/|]\s*/);
  const label: readonly [string, string] = [cn || words(column.columnName), en || words(column.columnName)];
  return {
    key,
    kind,
    label,
    optional: column.nullable,
    ...(max ? { max } : {}),
    ...(target ? { target } : {}),
    ...(kind === "yn" && !column.nullable ? { initial: /enabled/i.test(key) ? "Y" : "N" } : {}),
  };
}

/** A plan from a table that exists in a database. */
export function planOfTable(table: SourceTable): Plan {
  const fields = table.columns.filter((column) => !common.has(camel(column.columnName))).map((column) => planned(table, column));
  const isText = ({ kind }: Planned): boolean => kind === "code" || kind === "text";
  const codeField = fields.find(({ kind, optional }) => kind === "code" && !optional);
  const nameField =
    fields.find((field) => isText(field) && /name|title/i.test(field.key)) ?? fields.find((field) => isText(field) && field !== codeField);
  const title = [codeField, nameField].filter((candidate) => candidate !== undefined).map(({ key }) => key);
  const shown = fields.filter(({ kind }) => !["longtext", "payload", "richtext"].includes(kind)).map(({ key }) => key);
  const searched = fields.filter(({ kind }) => ["code", "text", "pick", "ref", "yn", "date"].includes(kind)).map(({ key }) => key);
  return {
    name: table.tableName.replace(/_+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/^[a-z]/, (value) => value.toUpperCase()),
    label: [table.labelCn, table.labelEn],
    service: "srmServer",
    fields,
    title: title.length ? title : shown.slice(0, 1),
    unique: codeField ? [codeField.key] : [],
    list: shown.slice(0, 10),
    search: searched.slice(0, 6),
  };
}

/** A plan from a declared entity, as the start of a similar one. */
export function planOfEntity(e: Entity, name: string): Plan {
  const fields = (Object.entries(e.fields) as [string, Field][])
    .filter(([key, field]) => !common.has(key) && !["rows", "snapshot", "secret"].includes(field.kind))
    .map(([key, field]): Planned => ({
      key,
      kind: field.kind,
      label: field.label,
      optional: field.optional,
      ...(field.max ? { max: field.max } : {}),
      ...(field.scale === undefined ? {} : { scale: field.scale }),
      ...(field.target ? { target: field.target } : {}),
      ...(field.lookup ? { lookup: field.lookup } : {}),
      ...(field.initial === undefined || field.initial === null ? {} : { initial: field.initial }),
    }));
  const known = (keys: readonly string[] | undefined): string[] => (keys ?? []).filter((key) => fields.some((field) => field.key === key));
  return {
    name,
    label: e.label,
    service: e.service,
    fields,
    title: known(e.title),
    unique: known(e.unique?.[0]?.fields as readonly string[] | undefined),
    list: known(e.list as readonly string[] | undefined),
    search: known(e.search as readonly string[] | undefined),
  };
}

function fieldText(entry: Planned): string {
  const options = [
    entry.max ? `max: ${entry.max}` : "",
    entry.scale === undefined ? "" : `scale: ${entry.scale}`,
    entry.optional ? "optional: true" : "",
    entry.initial === undefined ? "" : `initial: ${typeof entry.initial === "number" ? entry.initial : quoted(entry.initial)}`,
  ].filter((part) => part !== "");
  const more = options.length ? `, { ${options.join(", ")} }` : "";
  const label = `${quoted(entry.label[0])}, ${quoted(entry.label[1])}`;
  if (entry.kind === "ref" || entry.kind === "refs") return `${entry.kind}(${quoted(entry.target!)}, ${label}${more})`;
  if (entry.kind === "pick" || entry.kind === "picks") return `${entry.kind}(${label}, ${quoted(entry.lookup ?? "YN")}${more})`;
  return `${entry.kind}(${label}${more})`;
}

const list = (keys: readonly string[]): string => `[${keys.map(quoted).join(", ")}]`;

/** The declaration: table, checks, calls, pages, Excel, permissions and history follow from it. */
function entityText(plan: Plan, exported: string, route: string): string {
  const kinds = [...new Set(plan.fields.map(({ kind }) => kind))].sort();
  const lines = plan.fields.map((field) => `    ${field.key}: ${fieldText(field)},`);
  return `import { entity } from "#kernel/entity.ts";
import { ${kinds.join(", ")} } from "#kernel/field.ts";

/** ${plan.label[1]}. */
export const ${exported} = entity(${quoted(plan.name)}, ${quoted(plan.label[0])}, ${quoted(plan.label[1])}, {
  service: ${quoted(plan.service)},
  fields: {
${lines.join("\n")}
  },
  sees: { internal: "all" },
  saves: "internal",
  deletes: "internal",
${plan.unique.length ? `  unique: [{ fields: ${list(plan.unique)} }],\n  importKey: ${list(plan.unique)},\n` : ""}  title: ${list(plan.title)},
  list: ${list(plan.list)},
  search: ${list(plan.search)},
  pages: { list: ${quoted(route)}, edit: ${quoted(`${route.replace(/List$/, "")}Edit`)} },
});
`;
}

/** What differs from the default list: rows that are off are muted, rows past their end are marked. */
function listText(plan: Plan): string | null {
  const off = plan.fields.find(({ key }) => key === "enabledFlag");
  const end = plan.fields.find(({ key, kind }) => kind === "date" && /(end|to|expire|due)/i.test(key));
  if (!off && !end) return null;
  const tests = [
    ...(off ? [`row["enabledFlag"] === "N" ? "muted"`] : []),
    ...(end ? [`typeof row[${quoted(end.key)}] === "string" && row[${quoted(end.key)}] < today() ? "late"`] : []),
  ];
  return `${end ? `import { today } from "#kernel/web/part/day.ts";\n` : ""}import type { ListSlots } from "#kernel/web/page/slots.ts";

/** Rows that no longer count are told apart at a glance. */
export const slots: ListSlots = {
  rowTone: (row) => (${tests.join(" : ")} : null),
};
`;
}

/** What the module's index and menu must say; nothing else is to be registered. */
function indexText(plan: Plan, exported: string, file: string, route: string): string {
  const edit = `${route.replace(/List$/, "")}Edit`;
  return `# ${plan.label[1]}

1. In the module's \`index.ts\`: \`import { ${exported} } from "./${file}.entity.ts";\` and \`entities: [ … , ${exported}]\`.
2. In its menus: \`page(${quoted(route)}, ${quoted(plan.label[0])}, ${quoted(plan.label[1])}, { entities: [${exported}], buttons: ["btnAdd", "btnSave", "btnDelete", "btnImport", "btnExport"], children: [${quoted(edit)}] })\`.
3. The next start makes the table; \`npm run maintain -- migration\` prints the statements beforehand.
`;
}

/** The files a developer starts from: the declaration, the slots where the default page is not enough, and where to register it. */
export function filesOf(plan: Plan): readonly MadeFile[] {
  const exported = plan.name.replace(/^(Base|Srm)(Base)?/, "").replace(/^./, (value) => value.toLowerCase()) || "record";
  const file = kebab(exported);
  const route = `${exported}List`;
  const slots = listText(plan);
  return [
    { path: `${file}.entity.ts`, text: entityText(plan, exported, route) },
    ...(slots ? [{ path: `${file}.list.tsx`, text: slots }] : []),
    { path: `${file}.md`, text: indexText(plan, exported, file, route) },
  ];
}
