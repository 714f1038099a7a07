import { cmp } from "#kernel/decimal.ts";
import { amountText, qtyText } from "#kernel/page-format.ts";
import { Words } from "#kernel/web/block/layout.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { useText } from "#kernel/web/language.ts";
import { chainStages, type Chain, type ChainNode } from "../chain.ts";
import { MayLink } from "./Postings.tsx";

export const quantity = (value: string | null): string => (value === null || cmp(value, "0") === 0 ? "" : qtyText(value));
export const moneyOf = (value: string | null, currency: string): string => (value === null ? "" : amountText(value, currency));

/** Documents of a chain for whoever reads rather than looks. */
export function ChainTable({ chain, nodes }: { readonly chain: Chain; readonly nodes: readonly ChainNode[] }) {
  const say = useText();
  const away = (node: ChainNode, text: string) => <Words tone={node.takesAway ? "warning" : undefined}>{text || "–"}</Words>;
  return (
    <PlainTable
      dense
      label={say(["单据", "Documents"])}
      rows={nodes}
      rowKey={(node) => `${node.type}${node.id}`}
      columns={[
        { key: "step", title: say(["环节", "Step"]), cell: (node) => say(chainStages[node.stage]) },
        {
          key: "document",
          title: say(["单据", "Document"]),
          cell: (node) => (
            <>
              <Words size="small">{say(node.kind)}</Words> <MayLink href={node.href}>{node.num}</MayLink>
            </>
          ),
        },
        {
          key: "status",
          title: say(["状态", "Status"]),
          cell: (node) => <span className={`pg-status pg-tone-${node.tone}`}>{say(node.statusText)}</span>,
        },
        { key: "date", title: say(["日期", "Date"]), noWrap: true, cell: (node) => node.date ?? "–" },
        { key: "qty", title: say(["数量", "Quantity"]), number: true, cell: (node) => away(node, quantity(node.qty)) },
        { key: "amount", title: say(["金额", "Amount"]), number: true, cell: (node) => away(node, moneyOf(node.amount, chain.currency)) },
      ]}
    />
  );
}
