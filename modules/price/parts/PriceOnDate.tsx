import { useLookup } from "#kernel/web/page/lookup.ts";
import { trim } from "#kernel/decimal.ts";
import type { Field } from "#kernel/field.ts";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Labelled } from "#kernel/web/block/Labelled.tsx";
import { Columns, Stack } from "#kernel/web/block/layout.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { Section } from "#kernel/web/block/Section.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { FieldInput } from "#kernel/web/page/field/FieldInput.tsx";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { WorkError } from "#kernel/web/part/WorkError.tsx";
import { useWork } from "#kernel/web/part/useWork.ts";
import { Button } from "antd";
import { useState } from "react";
import { date, pick, qty, ref } from "#kernel/field.ts";
import type { LeftOut, PriceRow } from "../price-choice.ts";

const fields = {
  orgId: ref("BaseOrganization", "采购组织", "Organisation"),
  itemId: ref("SrmBaseItem", "物料", "Item"),
  qty: qty("数量", "Quantity"),
  uom: pick("单位", "UOM", "UOM"),
  currency: pick("币种", "Currency", "CURRENCY"),
  priceType: pick("价格类型", "Price type", "PUR_PRICE_TYPE"),
  onDate: date("日期", "On date"),
} satisfies Readonly<Record<string, Field>>;
const keys = Object.keys(fields) as (keyof typeof fields)[];
type Asked = { readonly [K in keyof typeof fields]?: unknown };

/** A price with its supplier by name, and the reason in words. */
type Named<R> = Omit<R, "why"> & { readonly supplierCode: string; readonly supplierName: string; readonly why: string };

interface Answer {
  readonly rows: readonly Named<PriceRow>[];
  readonly leftOut: readonly Named<LeftOut>[];
}

const source = (row: Named<PriceRow>, say: ReturnType<typeof useText>) =>
  row.agreementId ? (
    <PageLink href={`/main/purAgreementManage/purAgreementEdit?id=${String(row.agreementId)}`}>{String(row.agreementNum)}</PageLink>
  ) : (
    say(["价格库", "Price list"])
  );

/** The prices in the order in which an order would take them. */
function Prices({ rows }: { readonly rows: readonly Named<PriceRow>[] }) {
  const say = useText();
  const uoms = useLookup("UOM");
  return (
    <PlainTable
      label={say(["可用价格", "Prices that apply"])}
      rows={rows}
      rowKey={(row) => row.priceListId}
      selected={(row) => row === rows[0]}
      empty={say(["没有可用价格", "No price can be used"])}
      columns={[
        {
          key: "supplier",
          title: say(["供应商", "Supplier"]),
          cell: (row) => (
            <>
              {row.supplierName} <span className="pg-code">{row.supplierCode}</span>
            </>
          ),
        },
        { key: "source", title: say(["来源", "Source"]), cell: (row) => source(row, say) },
        {
          key: "price",
          title: say(["单价", "Price"]),
          number: true,
          cell: (row) => `${trim(row.price)} / ${trim(row.priceUnit)} ${uoms.meaning(row.uom)}`,
        },
        { key: "priceExcl", title: say(["未税单价", "Without tax"]), number: true, cell: (row) => trim(row.priceExcl) },
        { key: "valid", title: say(["有效期", "Valid"]), cell: (row) => `${row.validFrom} – ${row.validTo ?? ""}` },
        { key: "moq", title: say(["最小订购量", "MOQ"]), number: true, cell: (row) => (row.moq ? trim(row.moq) : "–") },
        { key: "days", title: say(["交期（天）", "Lead days"]), number: true, cell: (row) => row.leadTimeDays ?? "–" },
        { key: "why", title: say(["为何排在此处", "Why it is listed"]), cell: (row) => row.why },
      ]}
    />
  );
}

/** What would be paid for an item on a day, supplier by supplier, which rule decides, and which prices do not count and why. */
export function PriceOnDate() {
  const say = useText();
  const work = useWork();
  const [row, setRow] = useState<Asked>({ qty: "1", uom: "PCS", currency: "CNY", priceType: "STANDARD" });
  const [answer, setAnswer] = useState<Answer | null>(null);
  const ask = () =>
    work.run(async () => {
      setAnswer(null);
      const body = Object.fromEntries(keys.flatMap((key) => (row[key] ? [[key, row[key]]] : [])));
      setAnswer((await call<Answer>("srmServer/v1/srmPurSupplierPriceListRestful/findPrice", body)).data);
    });
  return (
    <Stack as="section" scroll label={say(["按日查价", "Price on a date"])}>
      <Columns of={{ least: 150 }} align="end">
        {Object.entries(fields).map(([key, field]) => (
          <Labelled key={key} label={say(field.label)}>
            <FieldInput
              field={field}
              fieldKey={key}
              row={row}
              label={say(field.label)}
              narrow
              patch={(patch) => setRow((now) => ({ ...now, ...patch }))}
            />
          </Labelled>
        ))}
        <Button type="primary" loading={work.busy} disabled={!row.orgId || !row.itemId} onClick={() => void ask()}>
          {say(["查价", "Find"])}
        </Button>
      </Columns>
      <WorkError of={work} />
      {answer ? (
        <>
          <Prices rows={answer.rows} />
          {answer.leftOut.length ? (
            <Section title={say(["未采用的价格", "Prices that do not apply"])}>
              <ItemList>
                {answer.leftOut.map((price) => (
                  <Item key={price.priceListId} title={`${price.supplierName} ${trim(price.price)}`} note={price.why} />
                ))}
              </ItemList>
            </Section>
          ) : null}
        </>
      ) : (
        <p className="pg-none">
          {say([
            "选择组织和物料，查看当日可用的价格、采用哪一个及原因；不填日期按今天。",
            "Choose an organisation and an item to see which price applies on that day and why. Empty date: today.",
          ])}
        </p>
      )}
    </Stack>
  );
}
