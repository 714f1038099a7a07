import { useLookup } from "#kernel/web/page/lookup.ts";
import { numberText } from "#kernel/page-format.ts";
import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import type { OwnAsk } from "#kernel/web/page/slots.ts";
import { Uom } from "#modules/demand/web.tsx";
import { Button, Checkbox, Input, Modal } from "antd";
import { useState, type ReactNode } from "react";
import { lineName, rowsIn, scheduledIn, textOf, useOrder, type Scheduled } from "./useOrder.tsx";
import "./order.css";

export const qtyText = (value: unknown): string => numberText({ kind: "qty" }, value);

interface FrameProps {
  readonly ask: OwnAsk;
  readonly width?: number;
  readonly ready: boolean;
  readonly press?: Text;
  readonly children: ReactNode;
  input(): Row;
}

/** A question before an action of an order: what it is about, and one button that does it. */
export function AskFrame({ ask, width = 620, ready, press, children, input }: FrameProps) {
  const say = useText();
  const { action, row, busy, errors } = ask;
  return (
    <Modal
      open
      title={`${say(action.label)} ${textOf(row["orderNum"])}`}
      width={width}
      onCancel={ask.cancel}
      mask={{ closable: false }}
      footer={
        <div className="pg-dialog-foot">
          <span className="pg-grow" />
          <Button onClick={ask.cancel}>{say(["返回", "Back"])}</Button>
          <Button type="primary" danger={action.tone === "danger"} loading={busy} disabled={!ready} onClick={() => ask.send(input())}>
            {say(press ?? action.label)}
          </Button>
        </div>
      }
    >
      {children}
      {errors.map((error) => (
        <p key={`${error.path}${error.msg}`} className="or-error" role="alert">
          {error.msg}
        </p>
      ))}
    </Modal>
  );
}

interface ReasonProps {
  readonly label: Text;
  readonly value: string;
  readonly needed?: boolean;
  change(value: string): void;
}

export function Reason({ label, value, needed = false, change }: ReasonProps) {
  const say = useText();
  return (
    <label className="or-reason">
      <span>
        {needed ? <em aria-hidden>* </em> : null}
        {say(label)}
      </span>
      <Input.TextArea rows={2} maxLength={500} value={value} onChange={(event) => change(event.target.value)} />
    </label>
  );
}

interface LinesProps {
  readonly ask: OwnAsk;
  /** Which lines may be chosen. */
  fits(line: Row): boolean;
  readonly releases: boolean;
  readonly needsReason: boolean;
}

/** Ends or opens some lines, or all of them: which, why, and whether the demand goes back. */
export function AskLines({ ask, fits, releases, needsReason }: LinesProps) {
  const say = useText();
  const load = useOrder(ask.row);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [reason, setReason] = useState("");
  const [release, setRelease] = useState(ask.action.button === "btnCancel");
  const lines = rowsIn(load.data, "lines").filter(fits);
  const chosen = lines.filter((line) => !left.has(textOf(line["id"])));
  const input = (): Row => ({
    ...(chosen.length === lines.length ? {} : { lineIds: chosen.map((line) => line["id"]) }),
    ...(reason.trim() ? { reason: reason.trim() } : {}),
    ...(releases ? { releaseToReq: release ? "Y" : "N" } : {}),
  });
  return (
    <AskFrame ask={ask} ready={chosen.length > 0 && (!needsReason || reason.trim() !== "")} input={input}>
      <PanelState load={load} empty={say(["没有可选的行", "No line to choose"])} isEmpty={() => lines.length === 0}>
        {() => (
          <ul className="or-choices">
            {lines.map((line) => (
              <li key={textOf(line["id"])}>
                <Checkbox
                  checked={!left.has(textOf(line["id"]))}
                  onChange={(event) => {
                    const next = new Set(left);
                    if (event.target.checked) next.delete(textOf(line["id"]));
                    else next.add(textOf(line["id"]));
                    setLeft(next);
                  }}
                >
                  {lineName(line)}
                </Checkbox>
                <span className="pg-figure pg-faint">
                  {say(["未交", "Open"])} {qtyText(line["openQty"])} / {qtyText(line["qty"])} <Uom code={line["uom"]} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </PanelState>
      <Reason label={["原因", "Reason"]} needed={needsReason} value={reason} change={setReason} />
      {releases ? (
        <Checkbox checked={release} onChange={(event) => setRelease(event.target.checked)}>
          {say(["剩余数量退回采购申请", "Return the remainder to the requisition"])}
        </Checkbox>
      ) : null}
    </AskFrame>
  );
}

/** What the supplier proposes in place of a row, in one line. */
export function ProposalText({ row }: { readonly row: Row }) {
  const say = useText();
  const parts = rowsIn(row, "proposal");
  if (parts.length === 0) return <span className="pg-faint">–</span>;
  return (
    <span className="or-proposal pg-figure">
      <del>
        {qtyText(row["qty"])} · {textOf(row["needByDate"])}
      </del>{" "}
      {parts.map((part, at) => (
        <ins key={`${textOf(part["promiseDate"])}${at}`}>
          {qtyText(part["qty"])} · {textOf(part["promiseDate"])}
        </ins>
      ))}
      {textOf(row["supplierReason"]) ? (
        <small>{say([`理由：${textOf(row["supplierReason"])}`, `Reason: ${textOf(row["supplierReason"])}`])}</small>
      ) : null}
    </span>
  );
}

const proposedIn = (doc: Row | null): readonly Scheduled[] =>
  scheduledIn(doc).filter(({ row }) => row["confirmStatus"] === "PROPOSED" || row["confirmStatus"] === "REFUSED");

/** The buyer decides what a supplier proposed, row by row. */
export function AskProposals({ ask, accept }: { readonly ask: OwnAsk; readonly accept: boolean }) {
  const say = useText();
  const load = useOrder(ask.row);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [caused, setCaused] = useState<ReadonlySet<string>>(new Set());
  const [reason, setReason] = useState("");
  const all = proposedIn(load.data).filter(({ row }) => !accept || row["confirmStatus"] === "PROPOSED");
  const chosen = all.filter(({ row }) => !left.has(textOf(row["id"])));
  const toggled = (set: ReadonlySet<string>, id: string): ReadonlySet<string> => {
    const next = new Set(set);
    return next.delete(id) ? next : next.add(id);
  };
  const input = (): Row => ({
    rows: chosen.map(({ row }) => ({
      deliveryId: row["id"],
      versionNum: row["versionNum"],
      ...(accept ? { buyerCausedFlag: caused.has(textOf(row["id"])) ? "Y" : "N" } : {}),
    })),
    ...(accept ? {} : { reason: reason.trim() }),
  });
  return (
    <AskFrame ask={ask} width={760} ready={chosen.length > 0 && (accept || reason.trim() !== "")} input={input}>
      <PanelState load={load} empty={say(["没有待决定的提议", "No pending proposals"])} isEmpty={() => all.length === 0}>
        {() => (
          <ul className="or-choices">
            {all.map(({ line, row }) => {
              const id = textOf(row["id"]);
              return (
                <li key={id}>
                  <Checkbox checked={!left.has(id)} onChange={() => setLeft(toggled(left, id))}>
                    {lineName(line)} / {textOf(row["scheduleNum"])}
                  </Checkbox>
                  <ProposalText row={row} />
                  {accept ? (
                    <Checkbox checked={caused.has(id)} onChange={() => setCaused(toggled(caused, id))}>
                      {say(["我方原因", "Caused by us"])}
                    </Checkbox>
                  ) : null}
                </li>
              );
            })}
          </ul>
        )}
      </PanelState>
      {accept ? null : <Reason label={["驳回原因", "Reason"]} needed value={reason} change={setReason} />}
    </AskFrame>
  );
}

/** Asks the supplier to hurry, with the rows that are open written into the message. */
export function AskUrge({ ask }: { readonly ask: OwnAsk }) {
  const say = useText();
  const uoms = useLookup("UOM");
  const load = useOrder(ask.row);
  const open = scheduledIn(load.data).filter(({ line, row }) => line["lineStatus"] === "OPEN" && Number(row["openQty"]) > 0);
  const template = open
    .slice(0, 12)
    .map(
      ({ line, row }) =>
        `${lineName(line)} / ${textOf(row["scheduleNum"])}: ${qtyText(row["openQty"])} ${uoms.meaning(textOf(line["uom"]))}, ${textOf(row["currentPromiseDate"]) || textOf(row["needByDate"])}`,
    )
    .join("\n");
  const [typed, setTyped] = useState<string | null>(null);
  const message = typed ?? `${say(["请按期交付以下未交数量：", "Please deliver the open quantities:"])}\n${template}`;
  return (
    <AskFrame
      ask={ask}
      ready={open.length > 0}
      input={() => ({ rows: open.map(({ row }) => ({ deliveryId: row["id"] })), message: message.trim().slice(0, 1000) })}
    >
      <PanelState load={load} empty={say(["没有未交的行", "Nothing open"])} isEmpty={() => open.length === 0}>
        {() => (
          <label className="or-reason">
            <span>{say(["催交内容", "Message"])}</span>
            <Input.TextArea rows={8} maxLength={1000} value={message} onChange={(event) => setTyped(event.target.value)} />
          </label>
        )}
      </PanelState>
    </AskFrame>
  );
}
