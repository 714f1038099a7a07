import { useLookup } from "#kernel/web/page/lookup.ts";
import { cmp, isDecimal } from "#kernel/decimal.ts";
import { numberText } from "#kernel/page-format.ts";
import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { RefInput } from "#kernel/web/page/field/RefInput.tsx";
import { openPage } from "#kernel/web/router.ts";
import { Button, Checkbox, Input, Modal } from "antd";
import { useState } from "react";
import { requisitionActions } from "../requisition.actions.ts";
import "./requisition.css";

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
  (await call<readonly { readonly targetType: TargetType }[]>(`${base}/listTargets`, {})).data.map((one) => one.targetType);

interface Props {
  readonly type: TargetType;
  readonly lines: readonly Row[];
  close(isDone: boolean): void;
}

const openQty = (line: Row): string => String(line["openQty"] ?? "0");

interface TakenProps {
  readonly lines: readonly Row[];
  readonly qtys: Readonly<Record<string, string>>;
  isGood(line: Row): boolean;
  change(id: string, qty: string): void;
}

/** The lines with what is open of them and what is taken now. */
function Taken({ lines, qtys, isGood, change }: TakenProps) {
  const say = useText();
  const uoms = useLookup("UOM");
  return (
    <table className="rq-turn">
      <thead>
        <tr>
          <th scope="col">{say(["申请行", "Line"])}</th>
          <th scope="col">{say(["物料", "Item"])}</th>
          <th scope="col" className="pg-right">
            {say(["未清", "Open"])}
          </th>
          <th scope="col" className="pg-right">
            {say(["本次数量", "Use now"])}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={String(line["id"])}>
            <td className="pg-figure">
              {String(line["requisitionNum"] ?? "")}-{String(line["lineNum"] ?? "")}
            </td>
            <td>{String(line["itemName"] ?? line["itemDesc"] ?? "")}</td>
            <td className="pg-right pg-figure">
              {numberText({ kind: "qty" }, line["openQty"])} {uoms.meaning(String(line["uom"] ?? ""))}
            </td>
            <td className="pg-right">
              <Input
                aria-label={say(["本次数量", "Use now"])}
                style={{ width: 120, textAlign: "right" }}
                value={qtys[String(line["id"])] ?? ""}
                status={isGood(line) ? "" : "error"}
                onChange={(event) => change(String(line["id"]), event.target.value.trim())}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** How much of each line is taken, from whom, and whether one document serves them all. */
export function ToTarget({ type, lines, close }: Props) {
  const say = useText();
  const [qtys, setQtys] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(lines.map((line) => [String(line["id"]), openQty(line)])),
  );
  const [supplier, setSupplier] = useState<Row>({});
  const [merge, setMerge] = useState(true);
  const [busy, setBusy] = useState(false);
  const target = targets[type];
  const isGood = (line: Row): boolean => {
    const qty = qtys[String(line["id"])] ?? "";
    return isDecimal(qty) && cmp(qty, "0") > 0 && cmp(qty, openQty(line)) <= 0;
  };
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      const { data } = await call<{ readonly targetHeaderIds?: readonly string[] }>(`${base}/doToTarget`, {
        targetType: type,
        lines: lines.map((line) => ({ reqLineId: line["id"], qty: qtys[String(line["id"])] })),
        ...(supplier["supplierId"] ? { supplierId: supplier["supplierId"] } : {}),
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
    <Modal
      open
      width={760}
      title={say(target.label)}
      onCancel={() => close(false)}
      mask={{ closable: false }}
      footer={
        <div className="pg-dialog-foot">
          <span className="pg-grow" />
          <Button onClick={() => close(false)}>{say(["返回", "Back"])}</Button>
          <Button type="primary" loading={busy} disabled={!lines.every(isGood)} onClick={() => void send()}>
            {say(target.label)}
          </Button>
        </div>
      }
    >
      <Taken lines={lines} qtys={qtys} isGood={isGood} change={(id, qty) => setQtys({ ...qtys, [id]: qty })} />
      {type === "DEMAND_SUMMARY" ? null : (
        <>
          <label className="rq-field">
            <span>{say(["供应商（不选取各行建议供应商）", "Supplier (empty: each line's suggestion)"])}</span>
            <RefInput
              field={requisitionActions.toOrder.input!.supplierId}
              fieldKey="supplierId"
              row={supplier}
              label={say(["供应商", "Supplier"])}
              patch={(patch) => setSupplier({ ...supplier, ...patch })}
            />
          </label>
          <Checkbox checked={merge} onChange={(event) => setMerge(event.target.checked)}>
            {say(["同一供应商合并为一张单据", "One document per supplier"])}
          </Checkbox>
        </>
      )}
    </Modal>
  );
}
