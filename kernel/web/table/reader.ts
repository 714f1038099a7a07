import { htmlText, isBlank, isNumberKind, showMoment, showNumber } from "#kernel/cell.ts";
import { readPath, type Row } from "#kernel/table.ts";
import { say as sayIn, type Language, type Text } from "#kernel/text.ts";
import { textKind } from "./columns.ts";
import type { Choice, Column, LookupValue, Tone, TreeChoice, World } from "./types.ts";

/** Reads cells for people: what a value is called, how a number looks, which choices there are. */
export interface Reader {
  readonly language: Language;
  readonly world: World;
  say(text: Text): string;
  /** The whole text of a cell, as shown, copied and spoken; empty for nothing. */
  text(column: Column, row: Row): string;
  /** The text for a spreadsheet: numbers without thousands. */
  plain(column: Column, row: Row): string;
  choices(column: Column, row: Row): readonly Choice[];
  nodes(column: Column, row: Row): readonly TreeChoice[];
  tone(column: Column, row: Row): Tone;
}

const toneWords: Readonly<Record<string, Tone>> = {
  neutral: "neutral",
  running: "running",
  waiting: "waiting",
  done: "done",
  refused: "refused",
  ended: "ended",
  grey: "neutral",
  gray: "neutral",
  blue: "running",
  orange: "waiting",
  amber: "waiting",
  yellow: "waiting",
  green: "done",
  red: "refused",
};

const indexes = new WeakMap<readonly LookupValue[], Map<string, LookupValue>>();

function find(values: readonly LookupValue[], code: string): LookupValue | undefined {
  let index = indexes.get(values);
  if (index === undefined) {
    index = new Map(values.map((value) => [value.lookupCode, value]));
    indexes.set(values, index);
  }
  return index.get(code);
}

export const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : isBlank(value) ? [] : String(value).split(",");

function pathLabel(nodes: readonly TreeChoice[], value: string): string | null {
  for (const node of nodes) {
    if (node.value === value) return node.label;
    const below = pathLabel(node.children ?? [], value);
    if (below !== null) return below;
  }
  return null;
}

export function createReader(language: Language, world: World): Reader {
  const say = (text: Text): string => sayIn(text, language);
  const meaning = (value: LookupValue): string => (typeof value.meaning === "string" ? value.meaning : say(value.meaning));

  const staticChoices = (column: Column, row: Row): readonly Choice[] =>
    typeof column.choices === "function" ? column.choices(row) : (column.choices ?? []);
  const nodes = (column: Column, row: Row): readonly TreeChoice[] =>
    typeof column.nodes === "function" ? column.nodes(row) : (column.nodes ?? []);

  const labelOf = (column: Column, row: Row, code: string): string => {
    if (column.lookup !== undefined) {
      const value = find(world.lookups(column.lookup.typeCode), code);
      if (value !== undefined) return meaning(value);
      return world.awaits?.(column.lookup.typeCode) ? "" : code;
    }
    if (column.nodes !== undefined) return pathLabel(nodes(column, row), code) ?? code;
    return staticChoices(column, row).find((choice) => choice.value === code)?.label ?? code;
  };

  const choices = (column: Column, row: Row): readonly Choice[] => {
    const lookup = column.lookup;
    if (lookup === undefined) return staticChoices(column, row);
    const parent = lookup.parentKey === undefined ? null : readPath(row, lookup.parentKey);
    const org = lookup.buOrgKey === undefined ? null : readPath(row, lookup.buOrgKey);
    return world
      .lookups(lookup.typeCode)
      .filter((value) => isBlank(parent) || value.parentLookupValuesId === String(parent))
      .filter((value) => isBlank(org) || isBlank(value.buOrgId) || value.buOrgId === String(org))
      .toSorted((a, b) => (a.seqNum ?? 0) - (b.seqNum ?? 0) || a.lookupCode.localeCompare(b.lookupCode))
      .map((value) => ({ value: value.lookupCode, label: meaning(value), disabled: (value.enabledFlag ?? "Y") !== "Y" }));
  };

  const number = (column: Column, value: unknown, kind: string, thousands: boolean): string =>
    showNumber(value, {
      thousands,
      least: column.least ?? (kind === "money" ? 2 : 0),
      ...(column.precision === undefined ? {} : { precision: column.precision }),
    });

  const date = (column: Column, value: string): string =>
    column.shortDate === true && value.slice(0, 4) === world.today().slice(0, 4) ? value.slice(5, 10) : value.slice(0, 10);

  const written = (column: Column, row: Row, thousands: boolean): string => {
    const kind = textKind(column);
    if (column.displayKey !== undefined) {
      const shown = readPath(row, column.displayKey);
      if (!isBlank(shown) || column.onlyDisplay === true) return isBlank(shown) ? "" : String(shown);
    }
    const value = readPath(row, column.readsAt?.(row) ?? column.key);
    if (isBlank(value)) return "";
    switch (kind) {
      case "number":
        return number(column, value, kind, thousands && column.showThousandSeparator === true);
      case "money":
        return number(column, value, kind, thousands && column.showThousandSeparator !== false);
      case "percent":
      case "progress":
        return `${number(column, value, kind, false)}%`;
      case "date":
        return date(column, String(value));
      case "datetime":
        return showMoment(String(value), world.zone);
      case "html":
      case "rich":
        return htmlText(String(value));
      case "multiSelect":
      case "cascader":
        return listOf(value)
          .map((code) => labelOf(column, row, code))
          .join(kind === "cascader" ? " / " : language === "EN" ? ", " : "、");
      case "select":
      case "radio":
      case "tag":
      case "tree":
        return labelOf(column, row, String(value));
      case "checkbox":
      case "switch":
      case "icon":
        return column.lookup === undefined && column.choices === undefined ? String(value) : labelOf(column, row, String(value));
      default:
        return typeof value === "object"
          ? JSON.stringify(value)
          : column.lookup === undefined && column.choices === undefined
            ? String(value)
            : labelOf(column, row, String(value));
    }
  };

  return {
    language,
    world,
    say,
    choices,
    nodes,
    text: (column, row) => written(column, row, true),
    plain: (column, row) => (isNumberKind(textKind(column)) ? written(column, row, false).replace("−", "-") : written(column, row, false)),
    tone(column, row) {
      const code = String(readPath(row, column.key) ?? "");
      const own = column.tones?.[code];
      if (own !== undefined || column.lookup === undefined) return own ?? "neutral";
      const described = find(world.lookups(column.lookup.typeCode), code)?.description ?? "";
      return toneWords[described.trim().toLowerCase()] ?? "neutral";
    },
  };
}
