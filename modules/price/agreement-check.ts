import { cmp, trim } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { fault, fitsDecimals, noLines, required, tooFine } from "#modules/demand/index.ts";
import { amountLimit, qtyLimit, takenAmount, takenQty } from "./agreement-figures.ts";
import type { agreement } from "./agreement.entity.ts";
import { overlaps } from "./price-cut.ts";
import { stepFaults } from "./steps.ts";

type Agreement = Doc<typeof agreement>;
type Line = Agreement["lines"][number];

export const spanOf = (doc: Pick<Agreement, "startDate" | "endDate">, line: Pick<Line, "startDate" | "endDate">) => ({
  startDate: line.startDate ?? doc.startDate,
  endDate: line.endDate ?? doc.endDate,
});

/** Two lines are the same price when item or words, unit and days meet. */
const goods = (line: Line): string => `${line.itemId ?? `${line.categoryId}|${line.itemDesc}`}|${line.uom}`;

function lineDates(doc: Agreement): Refusal[] {
  if (!doc.startDate || !doc.endDate) return [];
  return doc.lines.flatMap((line, i) => {
    const span = spanOf(doc, line);
    if (span.startDate >= doc.startDate && span.endDate <= doc.endDate && span.startDate <= span.endDate) return [];
    return [fault(`lines[${i}].startDate`, "PUR-0007", "行有效期须在协议有效期内", "The line's validity must be within the agreement's")];
  });
}

function doubles(doc: Agreement): Refusal[] {
  if (!doc.startDate || !doc.endDate) return [];
  return doc.lines.flatMap((line, i) => {
    const other = doc.lines.slice(0, i).find((row) => goods(row) === goods(line) && overlaps(spanOf(doc, row), spanOf(doc, line)));
    return other
      ? [
          fault(
            `lines[${i}].itemId`,
            "PUR-2102",
            `与第${doc.lines.indexOf(other) + 1}行价格有效期重叠`,
            `Validity overlaps line ${doc.lines.indexOf(other) + 1}`,
          ),
        ]
      : [];
  });
}

/** Quantities with more digits than their unit has. */
function fineness(doc: Agreement, decimals: ReadonlyMap<string, number>): Refusal[] {
  return doc.lines.flatMap((line, i) => {
    const digits = decimals.get(line.uom) ?? 6;
    const all: (readonly [path: string, value: string | null])[] = [
      ...(["agreeQty", "moq", "mpq"] as const).map((key) => [`lines[${i}].${key}`, line[key]] as const),
      ...line.steps.flatMap((step, n) =>
        (["fromQty", "toQty"] as const).map((key) => [`lines[${i}].steps[${n}].${key}`, step[key]] as const),
      ),
    ];
    return all.flatMap(([path, value]) => (value && !fitsDecimals(value, digits) ? [tooFine(path, trim(value), line.uom, digits)] : []));
  });
}

function orgFaults(doc: Agreement, numbers: readonly (number | null)[]): Refusal[] {
  const seen = new Set<string>();
  return doc.orgs.flatMap((row, i) => {
    const key = orgKey(row);
    const isTwice = seen.has(key);
    seen.add(key);
    return [
      isTwice && fault(`orgs[${i}].orgId`, "PUR-2104", "组织重复", "The organisation appears twice"),
      row.quotaQty !== null && row.lineNum === null && fault(`orgs[${i}].quotaQty`, "PUR-2104", "配额须指定协议行", "A quota needs a line"),
      row.lineNum !== null &&
        !numbers.includes(row.lineNum) &&
        fault(`orgs[${i}].lineNum`, "PUR-2104", `协议没有第${row.lineNum}行`, `There is no line ${row.lineNum}`),
    ].filter((refusal) => refusal !== false);
  });
}

/** What is wrong with an agreement as it is being saved. `numbers` are the line numbers it will have. */
export function saveFaults(doc: Agreement, decimals: ReadonlyMap<string, number>, numbers: readonly (number | null)[]): Refusal[] {
  return [
    ...(doc.startDate && doc.endDate && doc.endDate < doc.startDate
      ? [fault("endDate", "PUR-0007", "结束日期不能早于开始日期", "End date cannot be before start date")]
      : [...lineDates(doc), ...doubles(doc)]),
    ...fineness(doc, decimals),
    ...orgFaults(doc, numbers),
  ];
}

/** What an agreement lacks before anybody is asked to approve it. */
export function submitFaults(doc: Agreement, mayRise: boolean, today: string): Refusal[] {
  return [
    ...(doc.lines.length === 0 ? [noLines()] : []),
    ...(doc.endDate < today ? [fault("endDate", "PUR-0007", "协议有效期已过", "The agreement has expired")] : []),
    ...(doc.agreementType === "AMOUNT" && !doc.amountLimit ? [required("amountLimit", "协议金额", "Amount limit")] : []),
    ...doc.lines.flatMap((line, i) => [
      ...(doc.agreementType === "QTY" && (!line.agreeQty || cmp(line.agreeQty, "0") <= 0)
        ? [required(`lines[${i}].agreeQty`, "协议数量", "Agreed qty")]
        : []),
      ...(line.stepFlag !== "Y" && !line.price ? [required(`lines[${i}].price`, "单价", "Price")] : []),
      ...stepFaults(line, `lines[${i}]`, mayRise),
    ]),
  ];
}

const below = (limit: string, used: string): Refusal =>
  refuse(
    "PUR-2105",
    `变更后额度${trim(limit)}低于已下达+占用${trim(used)}`,
    `New limit ${trim(limit)} is below committed plus reserved ${trim(used)}`,
    { data: { limit: trim(limit), used: trim(used) } },
  );

/** Limits of a revision that lie below what orders have taken already, of the whole, of lines, of organisations. */
export function belowUse(live: Agreement, draft: Agreement, digits: number): Refusal[] {
  const faults: Refusal[] = [];
  const money = amountLimit(draft, digits);
  if (money !== null && cmp(money, takenAmount(live)) < 0) faults.push(below(money, takenAmount(live)));
  for (const line of live.lines) {
    const revised = draft.lines.find((doc) => doc.liveLineId === line.id);
    const limit = revised ? qtyLimit(draft, revised) : null;
    if (limit !== null && cmp(limit, takenQty(line)) < 0) faults.push(below(limit, takenQty(line)));
  }
  for (const org of live.orgs) {
    const revised = draft.orgs.find((doc) => orgKey(doc) === orgKey(org));
    if (revised?.quotaQty && cmp(revised.quotaQty, takenOrg(org)) < 0) faults.push(below(revised.quotaQty, takenOrg(org)));
  }
  return faults;
}

const takenOrg = (org: Agreement["orgs"][number]): string => takenQty({ occupiedQty: org.orgOccupiedQty, releasedQty: org.orgReleasedQty });
export const orgKey = (row: Pick<Agreement["orgs"][number], "lineNum" | "orgId" | "invOrgId">): string =>
  `${row.lineNum ?? ""}|${row.orgId}|${row.invOrgId ?? ""}`;
