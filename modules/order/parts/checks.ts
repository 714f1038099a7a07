import type { Form } from "#kernel/seen.ts";
import { cmp, div, isDecimal, isPositive, mul, sub, sum } from "#kernel/decimal.ts";
import { numberText } from "#kernel/page-format.ts";
import type { Text } from "#kernel/text.ts";
import type { orderLine } from "../order-line.entity.ts";

/** Something to look at before an order is submitted. */
export interface Finding {
  readonly level: "error" | "warning";
  readonly text: Text;
  readonly field: string;
}

const describe = (value: unknown): string => (value === null || value === undefined ? "" : String(value));
const figure = (value: string): string => numberText({ kind: "qty" }, value);

/** The next quantity a supplier packs, not below the least one. */
export function roundedUp(qty: string, moq: string | null, mpq: string | null): string {
  const least = moq && cmp(qty, moq) < 0 ? moq : qty;
  if (!mpq || !isPositive(mpq)) return least;
  const packs = div(least, mpq, 6).split(".")[0]!;
  const full = mul(packs, mpq);
  return cmp(full, least) < 0 ? mul(String(BigInt(packs) + 1n), mpq) : full;
}

const isMultiple = (qty: string, mpq: string): boolean => cmp(mul(div(qty, mpq, 6).split(".")[0]!, mpq), qty) === 0;

function limitFindings(line: Form<typeof orderLine>): readonly Finding[] {
  const [qty, moq, mpq] = [describe(line.qty), describe(line["$moq"]) || null, describe(line["$mpq"]) || null];
  if (!isDecimal(qty) || !isPositive(qty)) return [];
  const up = roundedUp(qty, moq, mpq);
  if (moq && cmp(qty, moq) < 0)
    return [
      {
        level: "warning",
        field: "qty",
        text: [
          `低于起订量 ${figure(moq)}，可取整为 ${figure(up)}`,
          `below the minimum order of ${figure(moq)}; order at least ${figure(up)}`,
        ],
      },
    ];
  if (mpq && isPositive(mpq) && !isMultiple(qty, mpq))
    return [
      {
        level: "warning",
        field: "qty",
        text: [`须为 ${figure(mpq)} 的倍数，可取整为 ${figure(up)}`, `must be a multiple of ${figure(mpq)}; for example ${figure(up)}`],
      },
    ];
  return [];
}

/** What is to be said about a line while it is written; the server has the last word. */
export function findingsOf(line: Form<typeof orderLine>, orderDate: string): readonly Finding[] {
  const deliveries = line.deliveries ?? [];
  const qty = describe(line.qty);
  const parts = deliveries.map((row) => describe(row.qty)).filter(isDecimal);
  const total = sum(parts);
  const found: Finding[] = [...limitFindings(line)];
  if (isDecimal(qty) && deliveries.length > 0 && cmp(total, qty) !== 0)
    found.push({
      level: "error",
      field: "qty",
      text: [
        `交货计划合计 ${figure(total)}，与行数量相差 ${figure(sub(qty, total))}`,
        `schedule lines total ${figure(total)}, ${figure(sub(qty, total))} off the order line`,
      ],
    });
  if (deliveries.some((row) => describe(row.needByDate) !== "" && describe(row.needByDate) < orderDate))
    found.push({ level: "warning", field: "needByDate", text: ["需求日期早于下单日期", "need-by date is before the order date"] });
  if (line.priceException === "Y")
    found.push(
      describe(line.exceptionReason) === ""
        ? { level: "error", field: "exceptionReason", text: ["价格例外，缺例外原因", "price exception without a reason"] }
        : { level: "warning", field: "price", text: ["价格例外，会走例外审批", "price exception, approved as such"] },
    );
  if (line.provisionalFlag === "Y")
    found.push({ level: "warning", field: "price", text: ["暂估价，定价前不能对账", "provisional price: no statement until it is final"] });
  return found;
}
