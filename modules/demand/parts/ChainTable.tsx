import { cmp } from "#kernel/decimal.ts";
import { amountText } from "#kernel/page-format.ts";
import { useText } from "#kernel/web/language.ts";
import { chainStages, type Chain, type ChainNode } from "../chain.ts";
import { figureText, MayLink } from "./Postings.tsx";

export const quantity = (value: string | null): string => (value === null || cmp(value, "0") === 0 ? "" : figureText(value));
export const moneyOf = (value: string | null, currency: string): string => (value === null ? "" : amountText(value, currency));

/** Documents of a chain for whoever reads rather than looks. */
export function ChainTable({ chain, nodes }: { readonly chain: Chain; readonly nodes: readonly ChainNode[] }) {
  const say = useText();
  return (
    <div className="dp-scroll">
      <table className="dp-table">
        <thead>
          <tr>
            <th scope="col">{say(["环节", "Step"])}</th>
            <th scope="col">{say(["单据", "Document"])}</th>
            <th scope="col">{say(["状态", "Status"])}</th>
            <th scope="col">{say(["日期", "Date"])}</th>
            <th scope="col" className="pg-right">
              {say(["数量", "Quantity"])}
            </th>
            <th scope="col" className="pg-right">
              {say(["金额", "Amount"])}
            </th>
          </tr>
        </thead>
        <tbody>
          {nodes.map((node) => (
            <tr key={`${node.type}${node.id}`}>
              <td>{say(chainStages[node.stage])}</td>
              <td>
                <span className="dp-kind">{say(node.kind)}</span> <MayLink href={node.href}>{node.num}</MayLink>
              </td>
              <td>
                <span className={`pg-status pg-tone-${node.tone}`}>{say(node.statusText)}</span>
              </td>
              <td className="pg-figure">{node.date ?? "–"}</td>
              <td className={`pg-right pg-figure${node.takesAway ? " dp-minus" : ""}`}>{quantity(node.qty) || "–"}</td>
              <td className={`pg-right pg-figure${node.takesAway ? " dp-minus" : ""}`}>{moneyOf(node.amount, chain.currency) || "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
