import { useLookup } from "#kernel/web/page/lookup.ts";
import { cmp } from "#kernel/decimal.ts";
import { numberText } from "#kernel/page-format.ts";
import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { RefInput } from "#kernel/web/page/field/RefInput.tsx";
import type { Asks, OwnAsk } from "#kernel/web/page/slots.ts";
import { Button, Checkbox, Input, Modal } from "antd";
import { useState } from "react";
import { requisitionActions } from "../requisition.actions.ts";
import { requisition } from "../requisition.entity.ts";
import "./requisition.css";

const textOf = (value: unknown): string => (value === null || value === undefined ? "" : String(value));
export const linesIn = (row: Row | null | undefined): readonly Row[] => (Array.isArray(row?.["lines"]) ? (row["lines"] as Row[]) : []);
const has = (line: Row, key: string): boolean => cmp(textOf(line[key]) || "0", "0") > 0;

interface Props {
  readonly ask: OwnAsk;
  /** Which lines may be chosen. */
  fits(line: Row): boolean;
  /** The field the reason goes into; without one none is asked for. */
  readonly why?: string;
  readonly buyer?: boolean;
  /** A further choice, off at first. */
  readonly flag?: readonly [key: string, label: Text];
}

/** Which lines an action of a requisition is about, and what it needs to know of them. */
function AskLines({ ask, fits, why, buyer = false, flag }: Props) {
  const say = useText();
  const uoms = useLookup("UOM");
  const { action, row, busy, errors } = ask;
  const load = useLoad(`${requisition.name}:${textOf(row["id"])}:${textOf(row["versionNum"])}`, async () =>
    Array.isArray(row["lines"]) ? row : entityCall.find(requisition, textOf(row["id"])),
  );
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [reason, setReason] = useState("");
  const [chosenBuyer, setBuyer] = useState<Row>({});
  const [flagged, setFlagged] = useState(false);
  const lines = linesIn(load.data).filter(fits);
  const chosen = lines.filter((line) => !left.has(textOf(line["id"])));
  const isReady = chosen.length > 0 && (!why || reason.trim() !== "") && (!buyer || Boolean(chosenBuyer["buyerId"]));
  const input = (): Row => ({
    ...(chosen.length === lines.length ? {} : { lineIds: chosen.map((line) => line["id"]) }),
    ...(why ? { [why]: reason.trim() } : {}),
    ...(buyer ? { buyerId: chosenBuyer["buyerId"] } : {}),
    ...(flag && flagged ? { [flag[0]]: "Y" } : {}),
  });
  const toggle = (id: string, on: boolean): void => {
    const next = new Set(left);
    if (on) next.delete(id);
    else next.add(id);
    setLeft(next);
  };
  return (
    <Modal
      open
      title={`${say(action.label)} ${textOf(row["requisitionNum"])}`}
      width={620}
      onCancel={ask.cancel}
      mask={{ closable: false }}
      footer={
        <div className="pg-dialog-foot">
          <span className="pg-grow" />
          <Button onClick={ask.cancel}>{say(["返回", "Back"])}</Button>
          <Button type="primary" danger={action.tone === "danger"} loading={busy} disabled={!isReady} onClick={() => ask.send(input())}>
            {say(action.label)}
          </Button>
        </div>
      }
    >
      <PanelState load={load} empty={say(["没有可选的行", "No line to choose"])} isEmpty={() => lines.length === 0}>
        {() => (
          <ul className="rq-choices">
            {lines.map((line) => (
              <li key={textOf(line["id"])}>
                <Checkbox checked={!left.has(textOf(line["id"]))} onChange={(event) => toggle(textOf(line["id"]), event.target.checked)}>
                  {textOf(line["lineNum"])} {textOf(line["itemName"]) || textOf(line["itemDesc"])}
                </Checkbox>
                <span className="pg-figure pg-faint">
                  {say(["未清", "Open"])} {numberText({ kind: "qty" }, line["openQty"])} / {numberText({ kind: "qty" }, line["requestQty"])}{" "}
                  {uoms.meaning(textOf(line["uom"]))}
                </span>
              </li>
            ))}
          </ul>
        )}
      </PanelState>
      {buyer ? (
        <label className="rq-field">
          <span>{say(["采购员", "Buyer"])}</span>
          <RefInput
            field={requisitionActions.doAssignBuyer.input!.buyerId}
            fieldKey="buyerId"
            row={chosenBuyer}
            label={say(["采购员", "Buyer"])}
            patch={(patch) => setBuyer({ ...chosenBuyer, ...patch })}
          />
        </label>
      ) : null}
      {why ? (
        <label className="rq-field">
          <span>{say(["原因", "Reason"])}</span>
          <Input.TextArea rows={3} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        </label>
      ) : null}
      {flag ? (
        <Checkbox checked={flagged} onChange={(event) => setFlagged(event.target.checked)}>
          {say(flag[1])}
        </Checkbox>
      ) : null}
      {errors.map((error) => (
        <p key={`${error.path}${error.msg}`} className="rq-error" role="alert">
          {error.msg}
        </p>
      ))}
    </Modal>
  );
}

/** How the actions of a requisition ask which lines are meant. */
export const requisitionAsks: Asks = {
  doReturn: (ask) => <AskLines ask={ask} fits={(line) => line["lineStatus"] === "OPEN"} why="returnWhy" />,
  doCancel: (ask) => <AskLines ask={ask} fits={(line) => !["CANCELLED", "CLOSED", "ORDERED"].includes(textOf(line["lineStatus"]))} />,
  doAssignBuyer: (ask) => <AskLines ask={ask} fits={(line) => has(line, "openQty") || has(line, "occupiedQty")} buyer />,
  doSubmitLines: (ask) => (
    <AskLines
      ask={ask}
      fits={(line) => line["lineStatus"] === "RETURNED"}
      flag={["editFirst", ["先修改再提交（生成草稿）", "Edit first (creates a draft)"]]}
    />
  ),
};
