import type { Given, Seen } from "#kernel/seen.ts";
import { cmp, isDecimal } from "#kernel/decimal.ts";
import { qtyText, textOf } from "#kernel/page-format.ts";
import type { Text } from "#kernel/text.ts";
import { AskDialog } from "#kernel/web/block/AskDialog.tsx";
import { Labelled } from "#kernel/web/block/Labelled.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { RefInput } from "#kernel/web/page/field/RefInput.tsx";
import { openPage } from "#kernel/web/router.ts";
import { Checkbox, Input } from "antd";
import { useState } from "react";
import { requisitionActions } from "../requisition.actions.ts";
import type { requisitionLine } from "../requisition-line.entity.ts";
import type { requisition } from "../requisition.entity.ts";
import { Uom } from "./Uom.tsx";

export type TargetType = "ORDER" | "AGREEMENT" | "DEMAND_SUMMARY";
const base = "srmServer/v1/srmPurRequisitionLineRestful";

/** What lines can become, the button that lets them, and the page that shows what was made. */
export const targets: Readonly<Record<TargetType, { readonly label: Text; readonly button: string; readonly route: string | null }>> = {
  ORDER: { label: ["转订单", "Create order"], button: "btnToOrder", route: "purOrderManage/purchaseOrderEdit" },
  AGREEMENT: { label: ["转协议", "Create agreement"], button: "btnToAgreement", route: "purAgreementManage/purAgreementEdit" },
  DEMAND_SUMMARY: { label: ["转需求汇总", "Create demand summary"], button: "btnToDemandSummary", route: null },
};

/** Which documents can be made out of lines here, as far as this reader may. */
export const findTargets = async (): Promise<readonly TargetType[]> =>
  (await call<readonly { readonly targetType: TargetType }[]>(`${base}/listTargets`, {})).data.map((entry) => entry.targetType);

interface Props {
  readonly type: TargetType;
  readonly lines: readonly Seen<typeof requisitionLine>[];
  close(isDone: boolean): void;
}

const openQty = (line: Seen<typeof requisitionLine>): string => String(line.openQty ?? "0");

/** How much of each line is taken, from whom, and whether one document serves them all. */
export function ToTarget({ type, lines, close }: Props) {
  const say = useText();
  const [qtys, setQtys] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(lines.map((line) => [line.id, openQty(line)])),
  );
  const [supplier, setSupplier] = useState<Given<typeof requisition, "toOrder">>({});
  const [merge, setMerge] = useState(true);
  const [busy, setBusy] = useState(false);
  const target = targets[type];
  const isGood = (line: Seen<typeof requisitionLine>): boolean => {
    const qty = qtys[line.id] ?? "";
    return isDecimal(qty) && cmp(qty, "0") > 0 && cmp(qty, openQty(line)) <= 0;
  };
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      const { data } = await call<{ readonly targetHeaderIds?: readonly string[] }>(`${base}/doToTarget`, {
        targetType: type,
        lines: lines.map((line) => ({ reqLineId: line.id, qty: qtys[line.id] })),
        ...(supplier.supplierId ? { supplierId: supplier.supplierId } : {}),
        mergeFlag: merge ? "Y" : "N",
      });
      const made = data.targetHeaderIds ?? [];
      toast.success([`已生成 ${made.length} 张单据`, `${made.length} document${made.length === 1 ? "" : "s"} created`]);
      close(true);
      if (target.route && made.length === 1) void openPage({ path: target.route, query: { id: made[0]! } });
    } catch (error) {
      toast.error(error);
      setBusy(false);
    }
  };
  return (
    <AskDialog
      width={760}
      title={say(target.label)}
      press={target.label}
      cancel={["返回", "Back"]}
      ready={lines.every(isGood)}
      busy={busy}
      send={() => void send()}
      close={() => close(false)}
    >
      <PlainTable
        dense
        label={say(["申请行", "Line"])}
        rows={lines}
        rowKey={(line) => line.id}
        columns={[
          { key: "line", title: say(["申请行", "Line"]), cell: (line) => `${textOf(line.requisitionNum)}-${textOf(line.lineNum)}` },
          { key: "item", title: say(["物料", "Item"]), cell: (line) => line.itemName ?? line.itemDesc },
          {
            key: "open",
            title: say(["未清", "Open"]),
            number: true,
            cell: (line) => (
              <>
                {qtyText(line.openQty)} <Uom code={line.uom} of={line.openQty} />
              </>
            ),
          },
          {
            key: "use",
            title: say(["本次数量", "Use now"]),
            number: true,
            width: 130,
            cell: (line) => (
              <Input
                aria-label={say(["本次数量", "Use now"])}
                style={{ textAlign: "right" }}
                value={qtys[line.id] ?? ""}
                status={isGood(line) ? "" : "error"}
                onChange={(event) => setQtys({ ...qtys, [line.id]: event.target.value.trim() })}
              />
            ),
          },
        ]}
      />
      {type === "DEMAND_SUMMARY" ? null : (
        <>
          <Labelled label={say(["供应商（不选取各行建议供应商）", "Supplier (empty: each line's suggestion)"])}>
            <RefInput
              field={requisitionActions.toOrder.input!.supplierId}
              fieldKey="supplierId"
              row={supplier}
              label={say(["供应商", "Supplier"])}
              patch={(patch) => setSupplier({ ...supplier, ...patch })}
            />
          </Labelled>
          <Checkbox checked={merge} onChange={(event) => setMerge(event.target.checked)}>
            {say(["同一供应商合并为一张单据", "One document per supplier"])}
          </Checkbox>
        </>
      )}
    </AskDialog>
  );
}
