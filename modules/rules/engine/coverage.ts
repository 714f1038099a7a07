import type { Tree } from "#kernel/expression/tree.ts";
import { joinText, type Text } from "#kernel/text.ts";
import { joined } from "./cell.ts";
import { meet, remainder, type Box } from "./box.ts";
import { prepare, type PreparedRule } from "./prepare.ts";
import { absent, present, type Interval, type Region } from "./region.ts";
import type { Finding, RuleSet } from "./rule-set.ts";
import { Space } from "./space.ts";

/** A row with the inputs it applies to; null when they are too much to describe. */
interface Area {
  readonly row: PreparedRule;
  readonly boxes: readonly Box[] | null;
}

/** Which inputs fall to the default. */
export interface Gaps {
  /** Inputs, none of them empty, that no row answers. */
  readonly open: readonly Text[];
  /** Columns that lead to the default when they alone are empty. */
  readonly whenEmpty: readonly string[];
  /** True when there is more to tell than was told. */
  readonly more: boolean;
}

const mostGaps = 50;
const mostOverlaps = 100;

function areasOf(set: RuleSet): { readonly space: Space; readonly areas: readonly Area[] } {
  const space = new Space(set.inputs);
  const areas = prepare(set).rules.map((row) => ({ row, boxes: space.truth(joined("and", row.parts)).met }));
  return { space, areas };
}

const numbers = (areas: readonly Area[]): string => areas.map(({ row }) => row.rule.seq).join(", ");

const touches = (a: Area, b: Area): boolean => (a.boxes ?? []).some((box) => (b.boxes ?? []).some((other) => meet(box, other) !== null));

/** Rows no input can reach: contradictory ones under every hit policy, covered ones under FIRST. A row that can be reached is never named. */
export function deadRows(set: RuleSet): Finding[] {
  const { areas } = areasOf(set);
  const found: Finding[] = [];
  areas.forEach((area, index) => {
    const { boxes, row } = area;
    const { id, seq } = row.rule;
    if (!boxes) return;
    if (boxes.length === 0) {
      found.push({
        code: "NEVER",
        rule: id,
        place: null,
        text: [`第${seq}行的条件互相矛盾`, `The conditions of row ${seq} contradict each other`],
      });
      return;
    }
    if (set.hitPolicy !== "FIRST") return;
    const earlier = areas.slice(0, index).filter((other) => touches(area, other));
    const covers = (by: readonly Area[]): boolean =>
      remainder(
        boxes,
        by.flatMap((other) => other.boxes ?? []),
      )?.length === 0;
    if (!covers(earlier)) return;
    const alone = earlier.find((other) => covers([other]));
    const by = numbers(alone ? [alone] : earlier);
    found.push({
      code: "UNREACHABLE",
      rule: id,
      place: null,
      text: [`第${seq}行永远不会生效：已被第${by}行覆盖`, `Row ${seq} can never apply: covered by row ${by}`],
    });
  });
  return found;
}

/** Pairs of rows that can apply together; under ALL that may be meant, so it is only noted. */
export function overlaps(set: RuleSet): Finding[] {
  const { areas } = areasOf(set);
  const found = areas.flatMap((a, index) =>
    areas
      .slice(index + 1)
      .filter((b) => touches(a, b))
      .map(({ row }): Finding => {
        const [first, second] = [a.row.rule.seq, row.rule.seq];
        const text: Text = [`第${first}行与第${second}行可能同时符合`, `Rows ${first} and ${second} can apply together`];
        return { code: "OVERLAP", rule: row.rule.id, place: null, text };
      }),
  );
  return found.slice(0, mostOverlaps);
}

function intervalText(column: string, { low, high }: Interval): Text {
  if (low && high && low.value === high.value) return [`${column} = ${low.value}`, `${column} = ${low.value}`];
  const parts = [
    ...(low ? [`${column} ${low.open ? ">" : "≥"} ${low.value}`] : []),
    ...(high ? [`${column} ${high.open ? "<" : "≤"} ${high.value}`] : []),
  ];
  return [parts.join(" 且 "), parts.join(" and ")];
}

function regionText(column: string, region: Region): Text | null {
  if ("intervals" in region) {
    if (region.intervals.some(({ low, high }) => !low && !high)) return null;
    const texts = region.intervals.map((interval) => intervalText(column, interval));
    return [texts.map(([cn]) => cn).join(" 或 "), texts.map(([, en]) => en).join(" or ")];
  }
  const list = region.codes.join(", ");
  if (region.others) return region.codes.length ? [`${column} 非 属于 (${list})`, `${column} not in (${list})`] : null;
  return region.codes.length === 1
    ? [`${column} = ${list}`, `${column} = ${list}`]
    : [`${column} 属于 (${list})`, `${column} in (${list})`];
}

const isWhole = (region: Region): boolean =>
  "codes" in region && region.domain.by === "code" && region.domain.codes?.length === region.codes.length;

function boxText(box: Box): Text {
  const parts = [...box].map(([column, region]) => (isWhole(region) ? null : regionText(column, region))).filter((text) => text !== null);
  return parts.length ? joinText(parts) : ["任何输入", "Any input"];
}

const isField = (tree: Tree): boolean => tree.kind === "field";

/** Tells which inputs no row answers. Conditions on different expressions are taken as independent, so a gap told may be impossible. */
export function gaps(set: RuleSet): Gaps {
  const { space, areas } = areasOf(set);
  const covered = areas.flatMap(({ boxes }) => boxes ?? []);
  const filled: Box = new Map([...space.columns].map(([key, { domain }]) => [key, present(domain)]));
  const open = remainder([filled], covered);
  const whenEmpty = [...space.columns]
    .filter(([key, { domain, tree }]) => isField(tree) && remainder([new Map(filled).set(key, absent(domain))], covered)?.length !== 0)
    .map(([, { tree }]) => (tree.kind === "field" ? tree.path.join(".") : ""));
  return {
    open: (open ?? []).slice(0, mostGaps).map(boxText),
    whenEmpty,
    more: open === null || open.length > mostGaps || areas.some(({ boxes }) => boxes === null),
  };
}
