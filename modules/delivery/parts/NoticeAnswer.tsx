import { qtyText, textOf } from "#kernel/page-format.ts";
import { cmp, isDecimal, isNonNegative } from "#kernel/decimal.ts";
import type { Given, Seen } from "#kernel/seen.ts";
import { Labelled } from "#kernel/web/block/Labelled.tsx";
import { Columns, Stack } from "#kernel/web/block/layout.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { useText } from "#kernel/web/language.ts";
import { ActionDialog } from "#kernel/web/page/action/ActionDialog.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { DateInput } from "#kernel/web/page/field/DateInput.tsx";
import type { OwnAsk } from "#kernel/web/page/slots.ts";
import { Uom } from "#modules/demand/web.tsx";
import { Input } from "antd";
import { useState } from "react";
import { notice, type noticeLine } from "../notice.entity.ts";
import { goodsOf } from "./start.tsx";

type Line = Seen<typeof noticeLine>;

const isGood = (qty: string, most: string): boolean => isDecimal(qty) && isNonNegative(qty) && cmp(qty, most) <= 0;

/** The supplier's word on a call-off: as asked with one press, or less of it, or at another hour. */
export function NoticeAnswer({ ask }: { readonly ask: OwnAsk<typeof notice, "doSupplierConfirm"> }) {
  const say = useText();
  const load = useLoad(`${notice.name}:${textOf(ask.row.id)}`, async () =>
    ask.row.lines ? ask.row : entityCall.find(notice, textOf(ask.row.id)),
  );
  const [qtys, setQtys] = useState<Readonly<Record<string, string>>>({});
  const [head, setHead] = useState<Given<typeof notice, "doSupplierConfirm">>({});
  const lines = load.data?.lines ?? [];
  const qtyOf = (line: Line): string => qtys[line.id] ?? textOf(line.noticeQty);
  const ready = lines.length > 0 && lines.every((line) => isGood(qtyOf(line), textOf(line.noticeQty)));
  const from = head.confirmFrom ?? load.data?.arriveFrom;
  const to = head.confirmTo ?? load.data?.arriveTo;
  return (
    <ActionDialog
      ask={ask}
      of={textOf(ask.row.noticeNum)}
      width={720}
      ready={ready}
      press={["确认", "Confirm"]}
      input={() => ({
        confirmFrom: from,
        confirmTo: to,
        confirmReason: textOf(head.confirmReason).trim() || null,
        lines: lines.map((line) => ({ lineId: line.id, confirmQty: qtyOf(line) })),
      })}
    >
      <PanelState load={load} empty="" isEmpty={() => false}>
        {() => (
          <Stack>
            <Columns of={2}>
              <Labelled label={say(["到货时段起", "Arrive from"])}>
                <DateInput kind="datetime" value={from} change={(confirmFrom) => setHead((now) => ({ ...now, confirmFrom }))} />
              </Labelled>
              <Labelled label={say(["到货时段止", "Arrive to"])}>
                <DateInput kind="datetime" value={to} change={(confirmTo) => setHead((now) => ({ ...now, confirmTo }))} />
              </Labelled>
            </Columns>
            <PlainTable
              label={say(["确认数量", "Confirmed"])}
              most="46vh"
              rows={lines}
              rowKey={(line) => line.id}
              columns={[
                {
                  key: "item",
                  title: say(["物料", "Item"]),
                  cell: (line) => (
                    <>
                      {goodsOf(line)}
                      <small>{[line.orderNum, line.orderLineNum, line.scheduleNum].map(textOf).join("-")}</small>
                    </>
                  ),
                },
                {
                  key: "qty",
                  title: say(["通知数量", "Called off"]),
                  number: true,
                  cell: (line) => (
                    <>
                      {qtyText(textOf(line.noticeQty))} <Uom code={line.uom} of={line.noticeQty} />
                    </>
                  ),
                },
                {
                  key: "confirmed",
                  title: say(["确认数量", "Confirmed"]),
                  number: true,
                  width: 120,
                  cell: (line) => (
                    <Input
                      inputMode="decimal"
                      value={qtyOf(line)}
                      status={isGood(qtyOf(line), textOf(line.noticeQty)) ? "" : "error"}
                      aria-label={`${goodsOf(line)} ${say(["确认数量", "confirmed quantity"])}`}
                      onChange={(event) => setQtys((now) => ({ ...now, [line.id]: event.target.value.trim() }))}
                    />
                  ),
                },
              ]}
            />
            <Labelled label={say(["说明（改到其他日期时必填）", "Reason (required for another date)"])}>
              <Input.TextArea
                rows={2}
                maxLength={500}
                value={textOf(head.confirmReason)}
                onChange={(event) => setHead((now) => ({ ...now, confirmReason: event.target.value }))}
              />
            </Labelled>
          </Stack>
        )}
      </PanelState>
    </ActionDialog>
  );
}
