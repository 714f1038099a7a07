import type { Text } from "#kernel/text.ts";
import { cmp } from "#kernel/decimal.ts";
import { isDecimalKind } from "#kernel/field.ts";
import { checkValue } from "#kernel/check.ts";
import { houseZone } from "#kernel/time.ts";
import { aslLine } from "./asl.entity.ts";
import { aslLookups } from "./asl.lookups.ts";
import { allowedBy, halted, isLive, revived, statusName, type AslLine } from "./asl.ts";

export type AlterType = "SUSPEND" | "RESUME" | "EXTEND" | "LIMIT" | "DISQUALIFY";
export type After = Readonly<Record<string, unknown>>;
type Patch = { -readonly [K in keyof AslLine]?: AslLine[K] };

const flags = ["allowInquiry", "allowOrder", "allowDelivery"] as const;
const limits = ["moq", "mpq", "leadTimeDays", "overTolerance", "underTolerance", "inspectionLevel"] as const;
const words = ["supplierItemCode", "manufacturerName"] as const;

/** Which fields each kind of alteration may bring. */
export const alterable: Readonly<Record<AlterType, readonly (keyof AslLine & string)[]>> = {
  SUSPEND: [],
  RESUME: [],
  EXTEND: ["endDate"],
  LIMIT: ["aslStatus", ...limits, ...flags, ...words],
  DISQUALIFY: [],
};

/** Everything of a line that an alteration may touch, as it stands. */
export const standingOf = (line: AslLine): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(
    (["aslStatus", "startDate", "endDate", ...limits, ...flags, ...words] as const).map((key) => [key, line[key] ?? null]),
  ),
  freezeSourceId: line.freezeSourceId,
});

const typeName = (type: AlterType): Text => aslLookups["PUR_ASL_ALTER_TYPE"]!.values[type]!;
const fits = (type: AlterType, line: AslLine): boolean => {
  const isFrozen = line.freezeSourceId !== null;
  switch (type) {
    case "SUSPEND":
      return isLive(line.aslStatus) || (isFrozen && isLive(line.statusBeforeFreeze ?? ""));
    case "RESUME":
      return line.aslStatus === "SUSPENDED" && !isFrozen;
    case "EXTEND":
      return line.aslStatus !== "DISQUALIFIED";
    case "LIMIT":
      return isLive(line.aslStatus);
    case "DISQUALIFY":
      return line.aslStatus !== "DISQUALIFIED";
  }
};

/** The status of a line does not take this kind of alteration. */
export function misfit(type: AlterType, line: AslLine): Text | null {
  if (fits(type, line)) return null;
  const [status, name] = [statusName(line.aslStatus), typeName(type)];
  const frozen: Text = line.freezeSourceId === null ? ["", ""] : ["（供应商冻结中）", " under a freeze"];
  return [`当前状态[${status[0]}${frozen[0]}]不允许执行[${name[0]}]`, `${name[1]} is not allowed in status ${status[1]}${frozen[1]}`];
}

const isSame = (key: string, a: unknown, b: unknown): boolean => {
  const [left, right] = [a ?? null, b ?? null];
  if (left === null || right === null) return left === right;
  const field = aslLine.fields[key as keyof typeof aslLine.fields];
  return field && isDecimalKind(field.kind) ? cmp(String(left), String(right)) === 0 : left === right;
};

/** The changed values, checked as the list itself would check them. */
export function readAfter(
  type: AlterType,
  line: AslLine,
  given: After | null,
): { readonly after: After; readonly faults: readonly Text[] } {
  const faults: Text[] = [];
  const after: Record<string, unknown> = {};
  for (const key of alterable[type]) {
    const value = given?.[key];
    if (value === undefined) continue;
    const field = aslLine.fields[key as keyof typeof aslLine.fields]!;
    const [cn, en] = field.label;
    if (value === null || value === "") {
      if (!field.optional) faults.push([`${cn}不能为空`, `${en} is required`]);
      else if (!isSame(key, line[key], null)) after[key] = null;
      continue;
    }
    const isCode = (type: string, code: string): boolean => code in (aslLookups[type]?.values ?? { [code]: true });
    const read = checkValue(field, value, { zone: houseZone, lookup: isCode, clean: "later" });
    if ("text" in read) faults.push([`${cn}${read.text[0]}`, `${en} ${read.text[1]}`]);
    else if (!isSame(key, line[key], read.value)) after[key] = read.value;
  }
  return { after, faults };
}

/** What is wrong with the new values themselves. */
export function wrongAfter(type: AlterType, line: AslLine, given: After | null, today: string): readonly Text[] {
  const { after, faults } = readAfter(type, line, given);
  if (faults.length > 0) return faults;
  const foreign = Object.keys(given ?? {}).filter((key) => !alterable[type].some((value) => value === key));
  if (foreign.length > 0 && type !== "SUSPEND" && type !== "RESUME" && type !== "DISQUALIFY")
    return [[`该变更类型不能修改：${foreign.join("、")}`, `This kind of change cannot touch ${foreign.join(", ")}`]];
  if (type === "EXTEND") {
    const end = after["endDate"] as string | null | undefined;
    if (line.endDate === null) return [["该行长期有效，无需延期", "The line has no end to extend"]];
    if (!end || end <= line.endDate || end < today)
      return [[`新的失效日期须晚于${line.endDate}且不早于今天`, `The new end must be after ${line.endDate} and not in the past`]];
  }
  if (type === "LIMIT") {
    if (Object.keys(after).length === 0) return [["没有任何变更", "Nothing changed"]];
    if ("aslStatus" in after && !(line.aslStatus === "TRIAL" && after["aslStatus"] === "APPROVED"))
      return [["参数变更只能把试用转为合格", "Limits can only turn a trial into an approval"]];
  }
  return [];
}

/** The line as the alteration leaves it. */
export function altered(type: AlterType, line: AslLine, given: After | null, keep: "Y" | "N", today: string): Patch {
  const { after } = readAfter(type, line, given);
  switch (type) {
    case "SUSPEND":
      // Under a freeze it is suspended already: lifting the freeze must then leave it so.
      return line.freezeSourceId === null
        ? halted(line, "SUSPENDED", keep)
        : { statusBeforeFreeze: "SUSPENDED", ...(keep === "N" ? { allowDelivery: "N" } : {}) };
    case "RESUME":
      return revived(line, today) as Patch;
    case "EXTEND": {
      const longer = { ...line, endDate: after["endDate"] as string };
      return { endDate: longer.endDate, ...(line.aslStatus === "EXPIRED" ? (revived(longer, today) as Patch) : {}) };
    }
    case "LIMIT":
      return after as Patch;
    case "DISQUALIFY":
      return {
        aslStatus: "DISQUALIFIED",
        ...allowedBy("DISQUALIFIED"),
        liveBefore: null,
        ...(line.freezeSourceId === null ? {} : { statusBeforeFreeze: "DISQUALIFIED" }),
      };
  }
}
