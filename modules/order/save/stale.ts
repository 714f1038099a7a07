import { trim } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import type { Refusal } from "#kernel/refusal.ts";
import type { Find } from "#kernel/rule.ts";
import { notReceiving, receives, type paymentTerm } from "#modules/base/index.ts";
import { fault } from "#modules/demand/index.ts";
import { isAgreedOn } from "#modules/price/index.ts";
import type { LineVerdict } from "./checks.ts";
import type { Order, OrderLine } from "../ledger/effects.ts";
import type { SaveFacts } from "./save.facts.ts";

/** What has ended since the draft was written, or never began: new orders and new lines do not rely on it; what is in force keeps it. */
export const staleFaults = (doc: Order, facts: Pick<SaveFacts, "drawn">, term: Doc<typeof paymentTerm> | null): Refusal[] => [
  ...(term && term.status !== "EFFECTIVE"
    ? [
        fault(
          "paymentTermId",
          "PUR-2219",
          `付款条款[${term.termName}]未生效或已失效，请选择生效的付款条款`,
          `Payment term ${term.termNameEn ?? term.termName} is not active. Choose an active one`,
        ),
      ]
    : []),
  ...doc.lines.flatMap((line, i) => {
    const drawn = line.liveLineId ? undefined : facts.drawn.get(line.id);
    if (!drawn || isAgreedOn(drawn.agreement, drawn.line, doc.orderDate)) return [];
    const num = drawn.agreement.agreementNum ?? "";
    return [
      fault(
        `lines[${i}].agreementLineId`,
        "PUR-2104",
        `协议[${num}]已关闭或在下单日期[${doc.orderDate}]无效，请更换协议或改下单日期`,
        `Agreement ${num} is closed or not valid on the order date ${doc.orderDate}; draw on another one or change the date`,
        { agreementId: drawn.agreement.id },
      ),
    ];
  }),
];

interface Judged {
  readonly line: OrderLine;
  readonly verdict: LineVerdict | null;
}

/** Lines that follow the steps of the agreement they draw on: approval takes over what these give just now, or refuses it. */
export const isStepped = ({ line }: Pick<Judged, "line">): boolean => Boolean(line.agreementLineId) && line.priceSource === "AGREEMENT";

/** The lines whose price is asked by its source alone. */
export const apartFromSteps = <J extends Judged>(worked: readonly J[]): J[] =>
  worked.map((entry) => {
    const { verdict } = entry;
    if (!verdict?.offSource || !isStepped(entry)) return entry;
    return { ...entry, verdict: { ...verdict, blocks: verdict.blocks.filter((block) => block !== verdict.offSource), offSource: null } };
  });

/** Lines whose price left its source since they were submitted: approval fixes the price, so nobody approves one that nobody has explained. */
export const movedPrices = (worked: readonly Judged[]): Refusal[] =>
  worked.flatMap(({ line, verdict }, i) => {
    if (!verdict?.offSource || line.exceptionReason) return [];
    const [was, is] = [trim(line.price), verdict.source && trim(verdict.source.price)];
    return [
      fault(
        `lines[${i}].price`,
        "PUR-2112",
        is === null
          ? `第${line.lineNum}行提交后已无有效价格（订单单价${was}），且未填写例外原因，请退回重新定价`
          : `第${line.lineNum}行有效价格现为${is}，订单单价为${was}，且未填写例外原因，请退回重新定价`,
        is === null
          ? `Line ${line.lineNum}: there is no effective price any more for the order's ${was}, and no reason is given. Return the order for pricing`
          : `Line ${line.lineNum}: the effective price is now ${is}, the order's is ${was}, and no reason is given. Return the order for pricing`,
      ),
    ];
  });

/** Rows that go where the organisation no longer buys for on the day of approval; what a revision took over from its order stays. */
export async function unservedRows(find: Find, doc: Order, day: string): Promise<readonly Refusal[]> {
  const rows = doc.lines.flatMap((line, i) =>
    line.deliveries.flatMap((row, j) =>
      row.invOrgId && !row.liveRowId ? [{ path: `lines[${i}].deliveries[${j}].invOrgId`, pair: { id: row.invOrgId, of: doc.orgId } }] : [],
    ),
  );
  const answers = rows.length
    ? await receives(
        find,
        rows.map(({ pair }) => pair),
        day,
      )
    : [];
  return rows.flatMap(({ path }, i) => (answers[i] ? [] : [fault(path, "DATA_WITHIN", ...notReceiving)]));
}
