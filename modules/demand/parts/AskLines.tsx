import type { Given, Press, Seen } from "#kernel/seen.ts";
import { cmp } from "#kernel/decimal.ts";
import { qtyText, textOf } from "#kernel/page-format.ts";
import type { Text } from "#kernel/text.ts";
import { Labelled } from "#kernel/web/block/Labelled.tsx";
import { Words } from "#kernel/web/block/layout.tsx";
import { TickList, useTicks } from "#kernel/web/block/TickList.tsx";
import { useText } from "#kernel/web/language.ts";
import { ActionDialog } from "#kernel/web/page/action/ActionDialog.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { RefInput } from "#kernel/web/page/field/RefInput.tsx";
import type { Asks, OwnAsk } from "#kernel/web/page/slots.ts";
import { Checkbox, Input } from "antd";
import { useState } from "react";
import { requisitionActions } from "../requisition.actions.ts";
import { requisition } from "../requisition.entity.ts";
import type { requisitionLine } from "../requisition-line.entity.ts";
import { Uom } from "./Uom.tsx";

export type Line = Seen<typeof requisitionLine>;
export const linesIn = (row: Seen<typeof requisition> | null): readonly Line[] => row?.lines ?? [];
const has = (line: Line, key: "openQty" | "occupiedQty"): boolean => cmp(textOf(line[key]) || "0", "0") > 0;

type Asking = "doReturn" | "doCancel" | "doAssignBuyer" | "doSubmitLines";

interface Props {
  readonly ask: OwnAsk<typeof requisition, Asking>;
  /** Which lines may be chosen. */
  fits(line: Line): boolean;
  /** The field the reason goes into; without one none is asked for. */
  readonly why?: "returnWhy";
  readonly buyer?: boolean;
  /** A further choice, off at first. */
  readonly flag?: readonly [key: "editFirst", label: Text];
}

/** Which lines an action of a requisition is about, and what it needs to know of them. */
function AskLines({ ask, fits, why, buyer = false, flag }: Props) {
  const say = useText();
  const { row } = ask;
  const load = useLoad(`${requisition.name}:${textOf(row.id)}:${textOf(row.versionNum)}`, async () =>
    row.lines ? row : entityCall.find(requisition, textOf(row.id)),
  );
  const [reason, setReason] = useState("");
  const [chosenBuyer, setBuyer] = useState<Given<typeof requisition, "doAssignBuyer">>({});
  const [flagged, setFlagged] = useState(false);
  const lines = linesIn(load.data).filter(fits);
  const ticks = useTicks(lines);
  const { chosen } = ticks;
  const isReady = chosen.length > 0 && (!why || reason.trim() !== "") && (!buyer || Boolean(chosenBuyer.buyerId));
  const input = (): Press<typeof requisition, "doReturn"> &
    Press<typeof requisition, "doAssignBuyer"> &
    Press<typeof requisition, "doSubmitLines"> => ({
    ...(chosen.length === lines.length ? {} : { lineIds: chosen.map((line) => line.id) }),
    ...(why ? { [why]: reason.trim() } : {}),
    ...(buyer ? { buyerId: chosenBuyer.buyerId } : {}),
    ...(flag && flagged ? { [flag[0]]: "Y" } : {}),
  });
  return (
    <ActionDialog ask={ask} of={textOf(row.requisitionNum)} ready={isReady} input={input}>
      <PanelState load={load} empty={say(["没有可选的行", "No line to choose"])} isEmpty={() => lines.length === 0}>
        {() => (
          <TickList
            ticks={ticks}
            title={(line) => `${textOf(line.lineNum)} ${textOf(line.itemName) || textOf(line.itemDesc)}`}
            end={(line) => (
              <Words size="small">
                {say(["未清", "Open"])} {qtyText(line.openQty)} / {qtyText(line.requestQty)} <Uom code={line.uom} of={line.requestQty} />
              </Words>
            )}
          />
        )}
      </PanelState>
      {buyer ? (
        <Labelled label={say(["采购员", "Buyer"])}>
          <RefInput
            field={requisitionActions.doAssignBuyer.input!.buyerId}
            fieldKey="buyerId"
            row={chosenBuyer}
            label={say(["采购员", "Buyer"])}
            patch={(patch) => setBuyer({ ...chosenBuyer, ...patch })}
          />
        </Labelled>
      ) : null}
      {why ? (
        <Labelled label={say(["原因", "Reason"])}>
          <Input.TextArea rows={3} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Labelled>
      ) : null}
      {flag ? (
        <Checkbox checked={flagged} onChange={(event) => setFlagged(event.target.checked)}>
          {say(flag[1])}
        </Checkbox>
      ) : null}
    </ActionDialog>
  );
}

/** How the actions of a requisition ask which lines are meant. */
export const requisitionAsks: Asks<typeof requisition> = {
  doReturn: (ask) => <AskLines ask={ask} fits={(line) => line.lineStatus === "OPEN"} why="returnWhy" />,
  doCancel: (ask) => <AskLines ask={ask} fits={(line) => !["CANCELLED", "CLOSED", "ORDERED"].includes(textOf(line.lineStatus))} />,
  doAssignBuyer: (ask) => <AskLines ask={ask} fits={(line) => has(line, "openQty") || has(line, "occupiedQty")} buyer />,
  doSubmitLines: (ask) => (
    <AskLines
      ask={ask}
      fits={(line) => line.lineStatus === "RETURNED"}
      flag={["editFirst", ["先修改再提交（生成草稿）", "Edit first (creates a draft)"]]}
    />
  ),
};
