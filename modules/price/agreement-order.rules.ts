import { cmp } from "#kernel/decimal.ts";
import { refuse } from "#kernel/refusal.ts";
import { add, reveal, rule, type Decision } from "#kernel/rule.ts";
import { moveDemand } from "#modules/demand/index.ts";
import { agreement } from "./agreement.entity.ts";
import { agreementOrders } from "./doors.ts";

const toOrder = rule(agreement, "doToOrder", {
  reads: async (doc, find, input, me, at) => {
    const wanted = (input.orderLines ?? []).map((orderLine) => ({
      ...orderLine,
      line: doc.lines.find((line) => line.lineNum === orderLine.lineNum),
    }));
    const lines = wanted.flatMap(({ line, qty }) => (line ? [{ line, qty, orgId: (input.orderOrgId ?? doc.orgId) as string }] : []));
    const isReady = lines.length > 0 && lines.length === wanted.length && lines.every((line) => cmp(line.qty, "0") > 0);
    return { isReady, made: isReady ? await agreementOrders.ask(find, { agreement: doc, lines, billTypeId: null, me, at }) : [] };
  },
  decide: (_, { isReady, made }): Decision => {
    if (!isReady) return refuse("PUR-0006", "请至少选择一行并填写数量", "Choose at least one line with a quantity");
    if (made.length === 0) return refuse("PUR-0003", "订单尚未启用", "Orders are not in use");
    return [
      ...made.flatMap((targetMade) => [
        ...targetMade.effects,
        ...targetMade.moves.map(({ requisitionId, moves }) => moveDemand(requisitionId, moves)),
      ]),
      reveal({ ids: made.flatMap((targetMade) => targetMade.ids) }),
    ];
  },
});

/** Lines another document brings, with the ids it names them by. */
const fill = rule(agreement, "doFill", {
  decide: (doc, _, input) =>
    ((input.fill ?? []) as readonly Readonly<Record<string, unknown>>[]).map((line, i) =>
      add(doc, "lines", { ...line, lineNum: doc.lines.length + i + 1 }),
    ),
});

export const orderingRules = [toOrder, fill];
