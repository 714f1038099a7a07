import type { Press } from "#kernel/seen.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { qtyText, textOf } from "#kernel/page-format.ts";
import type { Text } from "#kernel/text.ts";
import { Labelled, Replaced } from "#kernel/web/block/Labelled.tsx";
import { Words } from "#kernel/web/block/layout.tsx";
import { TickList, useTicks } from "#kernel/web/block/TickList.tsx";
import { useText } from "#kernel/web/language.ts";
import { ActionDialog } from "#kernel/web/page/action/ActionDialog.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import type { OwnAsk } from "#kernel/web/page/slots.ts";
import { Uom } from "#modules/demand/web.tsx";
import { Checkbox, Input } from "antd";
import { useState } from "react";
import { lineName, scheduledIn, useOrder, type Line, type Order, type Schedule, type Scheduled } from "./useOrder.tsx";
import type { order } from "../order.entity.ts";

interface ReasonProps {
  readonly label: Text;
  readonly value: string;
  readonly needed?: boolean;
  change(value: string): void;
}

export function Reason({ label, value, needed = false, change }: ReasonProps) {
  const say = useText();
  return (
    <Labelled label={say(label)} required={needed}>
      <Input.TextArea rows={3} maxLength={500} value={value} onChange={(event) => change(event.target.value)} />
    </Labelled>
  );
}

interface LinesProps {
  readonly ask: OwnAsk<typeof order, "doCancel" | "doClose" | "doOpenLine">;
  /** Which lines may be chosen. */
  fits(line: Line): boolean;
  readonly releases: boolean;
  readonly needsReason: boolean;
}

/** Ends or opens some lines, or all of them: which, why, and whether the demand goes back. */
export function AskLines({ ask, fits, releases, needsReason }: LinesProps) {
  const say = useText();
  const load = useOrder(ask.row);
  const [reason, setReason] = useState("");
  const [release, setRelease] = useState(ask.action.button === "btnCancel");
  const lines = (load.data?.lines ?? []).filter(fits);
  const ticks = useTicks(lines);
  const { chosen } = ticks;
  const input = (): Press<typeof order, "doCancel" | "doClose" | "doOpenLine"> => ({
    ...(chosen.length === lines.length ? {} : { lineIds: chosen.map((line) => line.id) }),
    ...(reason.trim() ? { reason: reason.trim() } : {}),
    ...(releases ? { releaseToReq: release ? "Y" : "N" } : {}),
  });
  return (
    <ActionDialog ask={ask} of={textOf(ask.row.orderNum)} ready={chosen.length > 0 && (!needsReason || reason.trim() !== "")} input={input}>
      <PanelState load={load} empty={say(["没有可选的行", "No line to choose"])} isEmpty={() => lines.length === 0}>
        {() => (
          <TickList
            ticks={ticks}
            title={(line) => lineName(line)}
            end={(line) => (
              <Words size="small">
                {say(["未交", "Open"])} {qtyText(line.openQty)} / {qtyText(line.qty)} <Uom code={line.uom} of={line.qty} />
              </Words>
            )}
          />
        )}
      </PanelState>
      <Reason label={["原因", "Reason"]} needed={needsReason} value={reason} change={setReason} />
      {releases ? (
        <Checkbox checked={release} onChange={(event) => setRelease(event.target.checked)}>
          {say(["剩余数量退回采购申请", "Return the remainder to the requisition"])}
        </Checkbox>
      ) : null}
    </ActionDialog>
  );
}

/** What the supplier proposes in place of a row, in one line. */
export function ProposalText({ row }: { readonly row: Schedule }) {
  const say = useText();
  const parts = row.proposal ?? [];
  if (parts.length === 0) return <span className="pg-faint">–</span>;
  return (
    <Replaced
      old={`${qtyText(row.qty)} · ${textOf(row.needByDate)}`}
      by={parts.map((part) => `${qtyText(part.qty)} · ${textOf(part.promiseDate)}`).join(" + ")}
      note={row.supplierReason ? say([`理由：${row.supplierReason}`, `Reason: ${row.supplierReason}`]) : null}
    />
  );
}

const proposedIn = (doc: Order | null): readonly Scheduled[] =>
  scheduledIn(doc).filter(({ row }) => row.confirmStatus === "PROPOSED" || row.confirmStatus === "REFUSED");

type Decision = "doBuyerDeliveryConfirm" | "doBuyerReject";

/** The buyer decides what a supplier proposed, row by row. */
export function AskProposals({ ask, accept }: { readonly ask: OwnAsk<typeof order, Decision>; readonly accept: boolean }) {
  const say = useText();
  const load = useOrder(ask.row);
  const [caused, setCaused] = useState<ReadonlySet<string>>(new Set());
  const [reason, setReason] = useState("");
  const all = proposedIn(load.data).filter(({ row }) => !accept || row.confirmStatus === "PROPOSED");
  const ticks = useTicks(all.map((scheduled) => ({ ...scheduled, id: scheduled.row.id })));
  const { chosen } = ticks;
  const blame = (id: string, isOurs: boolean): void => {
    const next = new Set(caused);
    if (isOurs) next.add(id);
    else next.delete(id);
    setCaused(next);
  };
  const input = (): Press<typeof order, Decision> => ({
    rows: chosen.map(({ row }) => ({
      deliveryId: row.id,
      versionNum: row.versionNum,
      ...(accept ? { buyerCausedFlag: caused.has(textOf(row.id)) ? "Y" : "N" } : {}),
    })),
    ...(accept ? {} : { reason: reason.trim() }),
  });
  return (
    <ActionDialog
      ask={ask}
      of={textOf(ask.row.orderNum)}
      width={760}
      ready={chosen.length > 0 && (accept || reason.trim() !== "")}
      input={input}
    >
      <PanelState load={load} empty={say(["没有待决定的提议", "No pending proposals"])} isEmpty={() => all.length === 0}>
        {() => (
          <TickList
            ticks={ticks}
            title={({ line, row }) => `${lineName(line)} / ${textOf(row.scheduleNum)}`}
            end={({ id, row }) => (
              <>
                <ProposalText row={row} />
                {accept ? (
                  <Checkbox checked={caused.has(id)} onChange={(event) => blame(id, event.target.checked)}>
                    {say(["我方原因", "Caused by us"])}
                  </Checkbox>
                ) : null}
              </>
            )}
          />
        )}
      </PanelState>
      {accept ? null : <Reason label={["驳回原因", "Reason"]} needed value={reason} change={setReason} />}
    </ActionDialog>
  );
}

/** Asks the supplier to hurry, with the rows that are open written into the message. */
export function AskUrge({ ask }: { readonly ask: OwnAsk<typeof order, "doUrge"> }) {
  const say = useText();
  const uoms = useLookup("UOM");
  const load = useOrder(ask.row);
  const open = scheduledIn(load.data).filter(({ line, row }) => line.lineStatus === "OPEN" && Number(row.openQty) > 0);
  const template = open
    .slice(0, 12)
    .map(
      ({ line, row }) =>
        `${lineName(line)} / ${textOf(row.scheduleNum)}: ${qtyText(row.openQty)} ${uoms.meaning(textOf(line.uom))}, ${textOf(row.currentPromiseDate) || textOf(row.needByDate)}`,
    )
    .join("\n");
  const [typed, setTyped] = useState<string | null>(null);
  const message = typed ?? `${say(["请按期交付以下未交数量：", "Please deliver the open quantities:"])}\n${template}`;
  return (
    <ActionDialog
      ask={ask}
      of={textOf(ask.row.orderNum)}
      ready={open.length > 0}
      input={() => ({ rows: open.map(({ row }) => ({ deliveryId: row.id })), message: message.trim().slice(0, 1000) })}
    >
      <PanelState load={load} empty={say(["没有未交的行", "Nothing open"])} isEmpty={() => open.length === 0}>
        {() => (
          <Labelled label={say(["催交内容", "Message"])}>
            <Input.TextArea rows={8} maxLength={1000} value={message} onChange={(event) => setTyped(event.target.value)} />
          </Labelled>
        )}
      </PanelState>
    </ActionDialog>
  );
}
