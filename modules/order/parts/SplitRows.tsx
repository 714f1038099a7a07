import { qtyText, textOf } from "#kernel/page-format.ts";
import type { order } from "../order.entity.ts";
import type { Form } from "#kernel/seen.ts";
import { cmp, isPositive, sum } from "#kernel/decimal.ts";
import { AskDialog } from "#kernel/web/block/AskDialog.tsx";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Labelled } from "#kernel/web/block/Labelled.tsx";
import { Columns } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { RowStore } from "#kernel/web/table/rowStore.ts";
import type { Button } from "#kernel/web/table/types.ts";
import { addDays } from "#kernel/days.ts";
import { openWindow } from "#modules/demand/web.tsx";
import { Input } from "antd";
import { Split as SplitIcon } from "lucide-react";
import { useState } from "react";
import { equalParts } from "./split.ts";
import type { orderDelivery } from "../order-line.entity.ts";

const step = (day: string, days: number): string => (day ? addDays(day, days) : day);

interface Props {
  readonly row: Form<typeof orderDelivery>;
  readonly digits: number;
  split(parts: readonly { readonly qty: string; readonly needByDate: string }[]): void;
  close(): void;
}

/** Asks into how many parts and how far apart; the sum stays what it was. */
function SplitWindow({ row, digits, split, close }: Props) {
  const say = useText();
  const [count, setCount] = useState(2);
  const [days, setDays] = useState(7);
  const qty = textOf(row.qty);
  const parts = equalParts(qty, count, digits).map((part, at) => ({ qty: part, needByDate: step(textOf(row.needByDate), at * days) }));
  const good = parts.every((part) => isPositive(part.qty)) && cmp(sum(parts.map((part) => part.qty)), qty) === 0;
  return (
    <AskDialog
      title={say([`拆分 ${qtyText(qty)}`, `Split ${qtyText(qty)}`])}
      press={["拆分", "Split"]}
      ready={good}
      send={() => (split(parts), close())}
      close={close}
    >
      <Columns of={2}>
        <Labelled label={say(["批数", "Parts"])}>
          <Input
            type="number"
            min={2}
            max={52}
            value={count}
            onChange={(event) => setCount(Math.min(52, Math.max(2, Number(event.target.value) || 2)))}
          />
        </Labelled>
        <Labelled label={say(["间隔天数", "Days apart"])}>
          <Input
            type="number"
            min={0}
            max={365}
            value={days}
            onChange={(event) => setDays(Math.min(365, Math.max(0, Number(event.target.value) || 0)))}
          />
        </Labelled>
      </Columns>
      <ItemList ordered framed most={320} label={say(["批数", "Parts"])}>
        {parts.map((part, at) => (
          <Item key={at} title={<span className="pg-figure">{qtyText(part.qty)}</span>} end={part.needByDate} />
        ))}
      </ItemList>
    </AskDialog>
  );
}

/** Splits the chosen delivery row, or the largest one, into several. */
export function splitTools(
  model: EditModel<typeof order>,
  rows: RowStore<Form<typeof orderDelivery>>,
): readonly Button<Form<typeof orderDelivery>>[] {
  if (!model.editable()) return [];
  return [
    {
      label: ["拆分", "Split"],
      icon: SplitIcon,
      quiet: true,
      handler: ({ rows: picked }) => {
        const live = rows.state.getState().rows.filter((edit) => !edit.deleted);
        const chosen =
          live.find((edit) => picked.includes(edit.row)) ?? live.toSorted((a, b) => Number(b.row.qty ?? 0) - Number(a.row.qty ?? 0))[0];
        if (!chosen || !isPositive(textOf(chosen.row.qty))) return toast.info(["先填交货数量", "Enter a quantity first"]);
        const { focus } = model.state.getState();
        const line = model.lines.lines!.state.getState().rows.find((edit) => edit.key === focus?.key)?.row;
        openWindow((close) => (
          <SplitWindow
            row={chosen.row}
            digits={Number(line?.uomDecimals ?? 0)}
            close={close}
            split={([first, ...others]) => {
              rows.set([
                { key: chosen.key, field: "qty", value: first!.qty },
                { key: chosen.key, field: "needByDate", value: first!.needByDate },
              ]);
              const { invOrgId, invOrgCode, invOrgName, deliveryInfoId, deliveryInfoCode, deliveryInfoName } = chosen.row;
              const place = { invOrgId, invOrgCode, invOrgName, deliveryInfoId, deliveryInfoCode, deliveryInfoName };
              rows.insert(others.map((part) => ({ ...place, ...part })));
            }}
          />
        ));
      },
    },
  ];
}
