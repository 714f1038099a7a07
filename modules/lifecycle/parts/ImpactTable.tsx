import { format } from "#kernel/decimal.ts";
import { useText } from "#kernel/web/language.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { openItems, type OpenItem } from "#modules/supplier/web.tsx";
import "./managing.css";

/** Open business as the server tells it. */
export interface ImpactShown {
  readonly items: readonly { readonly item: OpenItem; readonly count: number; readonly amount?: string | null; readonly route?: string }[];
  readonly unknown: readonly OpenItem[];
  readonly soleItems: readonly { readonly itemCode: string; readonly itemName: string }[];
  readonly at?: string;
}

/** What is open with a supplier, what only it delivers, and what this system keeps no documents of. */
export function ImpactTable({ impact }: { readonly impact: ImpactShown }) {
  const say = useText();
  const join = (names: readonly string[]): string => names.join(say(["、", ", "]));
  return (
    <div>
      {impact.items.length > 0 ? (
        <table className="lm-table">
          <thead>
            <tr>
              <th>{say(["事项", "What"])}</th>
              <th className="lm-num">{say(["未结数", "Open"])}</th>
              <th className="lm-num">{say(["金额", "Amount"])}</th>
            </tr>
          </thead>
          <tbody>
            {impact.items.map((one) => (
              <tr key={`${one.item} ${one.route ?? ""}`}>
                <td>
                  {one.route ? <PageLink href={`/main/${one.route}`}>{say(openItems[one.item])}</PageLink> : say(openItems[one.item])}
                </td>
                <td className="lm-num">{one.count}</td>
                <td className="lm-num">{one.amount ? format(one.amount, { scale: 2, thousands: true }) : "–"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {impact.soleItems.length > 0 ? (
        <p className="pc-bad">
          {say(["独家供应物料：", "Only this supplier delivers: "])}
          {join(impact.soleItems.map((one) => `${one.itemCode} ${one.itemName}`))}
        </p>
      ) : null}
      {impact.unknown.length > 0 ? (
        <p className="pc-note">
          {say(["系统内还没有这些单据，无法检查：", "These cannot be checked because their documents are not kept here: "])}
          {join(impact.unknown.map((item) => say(openItems[item])))}
        </p>
      ) : null}
    </div>
  );
}
