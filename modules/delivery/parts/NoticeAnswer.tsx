import { cmp, isDecimal, isNonNegative } from "#kernel/decimal.ts";
import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { DateInput } from "#kernel/web/page/field/DateInput.tsx";
import type { OwnAsk } from "#kernel/web/page/slots.ts";
import { figureText, Uom } from "#modules/demand/web.tsx";
import { Button, Input, Modal } from "antd";
import { useState } from "react";
import { notice } from "../notice.entity.ts";
import { goodsOf, rowsIn, textOf } from "./start.tsx";
import "./ship.css";

const isGood = (qty: string, most: string): boolean => isDecimal(qty) && isNonNegative(qty) && cmp(qty, most) <= 0;

/** The supplier's word on a call-off: as asked with one press, or less of it, or at another hour. */
export function NoticeAnswer({ ask }: { readonly ask: OwnAsk }) {
  const say = useText();
  const load = useLoad(`${notice.name}:${textOf(ask.row["id"])}`, async () =>
    Array.isArray(ask.row["lines"]) ? ask.row : entityCall.find(notice, textOf(ask.row["id"])),
  );
  const [qtys, setQtys] = useState<Readonly<Record<string, string>>>({});
  const [head, setHead] = useState<Row>({});
  const lines = rowsIn(load.data, "lines");
  const qtyOf = (line: Row): string => qtys[textOf(line["id"])] ?? textOf(line["noticeQty"]);
  const ready = lines.length > 0 && lines.every((line) => isGood(qtyOf(line), textOf(line["noticeQty"])));
  const from = head["confirmFrom"] ?? load.data?.["arriveFrom"];
  const to = head["confirmTo"] ?? load.data?.["arriveTo"];
  const send = (): void =>
    ask.send({
      ...{ confirmFrom: from, confirmTo: to, confirmReason: textOf(head["confirmReason"]).trim() || null },
      lines: lines.map((line) => ({ lineId: line["id"], confirmQty: qtyOf(line) })),
    });
  return (
    <Modal
      open
      width={720}
      title={say([`确认送货通知 ${textOf(ask.row["noticeNum"])}`, `Confirm notice ${textOf(ask.row["noticeNum"])}`])}
      onCancel={ask.cancel}
      mask={{ closable: false }}
      footer={
        <div className="pg-dialog-foot">
          <span className="pg-grow" />
          <Button onClick={ask.cancel}>{say(["返回", "Back"])}</Button>
          <Button type="primary" loading={ask.busy} disabled={!ready} onClick={send}>
            {say(["确认", "Confirm"])}
          </Button>
        </div>
      }
    >
      <PanelState load={load} empty="" isEmpty={() => false}>
        {() => (
          <>
            <div className="sp-form">
              <label>
                {say(["到货时段起", "Arrive from"])}
                <DateInput kind="datetime" value={from} change={(confirmFrom) => setHead((now) => ({ ...now, confirmFrom }))} />
              </label>
              <label>
                {say(["到货时段止", "Arrive to"])}
                <DateInput kind="datetime" value={to} change={(confirmTo) => setHead((now) => ({ ...now, confirmTo }))} />
              </label>
            </div>
            <AnswerLines lines={lines} qtyOf={qtyOf} change={(id, qty) => setQtys((now) => ({ ...now, [id]: qty }))} />
            <div className="sp-form">
              <label style={{ flex: 1 }}>
                {say(["说明（改到其他日期时必填）", "Reason (required for another date)"])}
                <Input.TextArea
                  rows={2}
                  maxLength={500}
                  value={textOf(head["confirmReason"])}
                  onChange={(event) => setHead((now) => ({ ...now, confirmReason: event.target.value }))}
                />
              </label>
            </div>
            {ask.errors.map((error) => (
              <p key={`${error.path}${error.msg}`} role="alert" className="sp-error">
                {error.msg}
              </p>
            ))}
          </>
        )}
      </PanelState>
    </Modal>
  );
}

interface LinesProps {
  readonly lines: readonly Row[];
  qtyOf(line: Row): string;
  change(id: string, qty: string): void;
}

function AnswerLines({ lines, qtyOf, change }: LinesProps) {
  const say = useText();
  return (
    <div className="sp-scroll">
      <table className="sp-rows">
        <thead>
          <tr>
            <th>{say(["物料", "Item"])}</th>
            <th className="sp-number">{say(["通知数量", "Called off"])}</th>
            <th className="sp-number">{say(["确认数量", "Confirmed"])}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={textOf(line["id"])}>
              <td>
                {goodsOf(line)}
                <br />
                <small className="pg-faint pg-figure">
                  {textOf(line["orderNum"])}-{textOf(line["orderLineNum"])}-{textOf(line["scheduleNum"])}
                </small>
              </td>
              <td className="sp-number pg-figure">
                {figureText(textOf(line["noticeQty"]))} <Uom code={line["uom"]} />
              </td>
              <td className="sp-number">
                <Input
                  className="sp-qty"
                  inputMode="decimal"
                  value={qtyOf(line)}
                  status={isGood(qtyOf(line), textOf(line["noticeQty"])) ? "" : "error"}
                  aria-label={`${goodsOf(line)} ${say(["确认数量", "confirmed quantity"])}`}
                  onChange={(event) => change(textOf(line["id"]), event.target.value.trim())}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
