import { format } from "#kernel/decimal.ts";
import { Stack, Words } from "#kernel/web/block/layout.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { useText } from "#kernel/web/language.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { openItems, type OpenItem } from "#modules/supplier/web.tsx";

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
    <Stack gap="s">
      {impact.items.length > 0 ? (
        <PlainTable
          dense
          label={say(["未结业务", "Open business"])}
          rows={impact.items}
          rowKey={({ item, route }) => `${item} ${route ?? ""}`}
          columns={[
            {
              key: "item",
              title: say(["事项", "What"]),
              cell: ({ item, route }) =>
                route ? <PageLink href={`/main/${route}`}>{say(openItems[item])}</PageLink> : say(openItems[item]),
            },
            { key: "count", title: say(["未结数", "Open"]), number: true, cell: ({ count }) => count },
            {
              key: "amount",
              title: say(["金额", "Amount"]),
              number: true,
              cell: ({ amount }) => (amount ? format(amount, { scale: 2, thousands: true }) : "–"),
            },
          ]}
        />
      ) : null}
      {impact.soleItems.length > 0 ? (
        <Words as="p" tone="error">
          {say(["独家供应物料：", "Only this supplier delivers: "])}
          {join(impact.soleItems.map(({ itemCode, itemName }) => `${itemCode} ${itemName}`))}
        </Words>
      ) : null}
      {impact.unknown.length > 0 ? (
        <Words as="p" size="small">
          {say(["系统内还没有这些单据，无法检查：", "These cannot be checked because their documents are not kept here: "])}
          {join(impact.unknown.map((item) => say(openItems[item])))}
        </Words>
      ) : null}
    </Stack>
  );
}
