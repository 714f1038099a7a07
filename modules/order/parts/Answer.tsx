import { qtyText, textOf } from "#kernel/page-format.ts";
import { add, cmp, isDecimal, isPositive, sub, sum } from "#kernel/decimal.ts";
import type { Text } from "#kernel/text.ts";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Inline, Stack, Words, type Tone } from "#kernel/web/block/layout.tsx";
import { TickList, useTicks } from "#kernel/web/block/TickList.tsx";
import { useText } from "#kernel/web/language.ts";
import { ActionDialog } from "#kernel/web/page/action/ActionDialog.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import type { OwnAsk } from "#kernel/web/page/slots.ts";
import { daysBetween } from "#kernel/days.ts";
import { Uom } from "#modules/demand/web.tsx";
import { Button, Checkbox, Input, Select } from "antd";
import { Check, Plus, X } from "lucide-react";
import { useState } from "react";
import { Reason } from "./Ask.tsx";
import { lineName, scheduledIn, useOrder, waitingIn, type Scheduled } from "./useOrder.tsx";
import type { order } from "../order.entity.ts";

/** How much is wanted, and when. */
const Wanted = ({ of: { line, row } }: { readonly of: Scheduled }) => (
  <Words size="small">
    {qtyText(row.qty)} <Uom code={line.uom} of={row.qty} /> · {textOf(row.needByDate)}
  </Words>
);

/** Confirms everything that waits, exactly as asked. */
export function AskConfirm({ ask }: { readonly ask: OwnAsk<typeof order, "doSupplierDeliveryConfirm"> }) {
  const say = useText();
  const load = useOrder(ask.row);
  const waiting = waitingIn(load.data);
  return (
    <ActionDialog
      ask={ask}
      of={textOf(ask.row.orderNum)}
      ready={waiting.length > 0}
      press={["按要求确认", "Confirm as requested"]}
      input={() => ({ rows: waiting.map(({ row }) => ({ deliveryId: row.id, versionNum: row.versionNum })) })}
    >
      <PanelState load={load} empty={say(["没有等您答复的行", "Nothing to answer"])} isEmpty={() => waiting.length === 0}>
        {() => (
          <>
            <p>
              {say([`共 ${waiting.length} 行，数量和日期都按要求交货。`, `${waiting.length} lines, with the requested quantity and date.`])}
            </p>
            <ItemList framed most={320} label={say(["计划行", "Rows"])}>
              {waiting.map((scheduled) => (
                <Item key={scheduled.row.id} title={lineName(scheduled.line)} end={<Wanted of={scheduled} />} />
              ))}
            </ItemList>
          </>
        )}
      </PanelState>
    </ActionDialog>
  );
}

/** Refuses the whole order or some rows; asked twice, with a reason. */
export function AskRefuse({ ask }: { readonly ask: OwnAsk<typeof order, "doSupplierRefuse"> }) {
  const say = useText();
  const load = useOrder(ask.row);
  const all = waitingIn(load.data);
  const [reason, setReason] = useState("");
  const [sure, setSure] = useState(false);
  const ticks = useTicks(all.map((scheduled) => ({ ...scheduled, id: scheduled.row.id })));
  const { chosen } = ticks;
  const whole = chosen.length === scheduledIn(load.data).length;
  return (
    <ActionDialog
      ask={ask}
      of={textOf(ask.row.orderNum)}
      ready={chosen.length > 0 && reason.trim() !== "" && sure}
      input={() => ({
        ...(whole ? {} : { rows: chosen.map(({ row }) => ({ deliveryId: row.id, versionNum: row.versionNum })) }),
        reason: reason.trim(),
      })}
    >
      <PanelState load={load} empty={say(["没有等您答复的行", "Nothing to answer"])} isEmpty={() => all.length === 0}>
        {() => <TickList ticks={ticks} title={({ line }) => lineName(line)} end={(scheduled) => <Wanted of={scheduled} />} />}
      </PanelState>
      <Reason label={["拒绝原因", "Reason"]} needed value={reason} change={setReason} />
      <Checkbox checked={sure} onChange={(event) => setSure(event.target.checked)}>
        {say(["我知道采购方会另找货源", "I understand the buyer will look elsewhere"])}
      </Checkbox>
    </ActionDialog>
  );
}

export interface PartRow {
  readonly qty: string;
  readonly promiseDate: string;
}

const reasons: readonly Text[] = [
  ["产能不足", "Not enough capacity"],
  ["原料到货晚", "Material arrives late"],
  ["设备故障", "Equipment failure"],
  ["假期", "Holidays"],
  ["其他", "Other"],
];

/** How late a date is against what was asked, in words. */
export function lateness(asked: string, promised: string): { readonly text: Text; readonly tone: Tone } | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(promised) || !asked) return null;
  const days = daysBetween(asked, promised);
  if (days === 0) return { text: ["准时", "on time"], tone: "success" };
  return days < 0
    ? { text: [`早 ${-days} 天`, `${-days} d early`], tone: "success" }
    : { text: [`晚 ${days} 天`, `${days} d late`], tone: "warning" };
}

/** What is wrong with a proposal, or nothing: parts must be whole and never more than asked; less needs a reason. */
export function proposalFault(asked: string, parts: readonly PartRow[], reason: string): Text | null {
  if (parts.some((part) => !isDecimal(part.qty) || !isPositive(part.qty))) return ["数量须大于 0", "Quantities must be above 0"];
  if (parts.some((part) => !/^\d{4}-\d\d-\d\d$/.test(part.promiseDate))) return ["请填写交货日期", "A delivery date is required"];
  const total = sum(parts.map((part) => part.qty));
  if (cmp(total, asked) > 0)
    return [`合计 ${qtyText(total)}，超过要求的 ${qtyText(asked)}`, `Total ${qtyText(total)}, more than the ${qtyText(asked)} requested`];
  if (cmp(total, asked) < 0 && reason.trim() === "")
    return [`合计少 ${qtyText(sub(asked, total))}，请说明原因`, `${qtyText(sub(asked, total))} less than requested. Enter a reason`];
  return null;
}

interface PartsProps {
  readonly asked: string;
  readonly needBy: string;
  readonly parts: readonly PartRow[];
  readonly reason: string;
  change(parts: readonly PartRow[]): void;
  setReason(reason: string): void;
}

/** Quantities and dates one can keep, with their sum checked while typing. */
export function ProposalParts({ asked, needBy, parts, reason, change, setReason }: PartsProps) {
  const say = useText();
  const patch = (at: number, more: Partial<PartRow>): void => change(parts.map((part, i) => (i === at ? { ...part, ...more } : part)));
  const total = parts.reduce((all, part) => (isDecimal(part.qty) ? add(all, part.qty) : all), "0");
  const fault = proposalFault(asked, parts, reason);
  const rest = cmp(asked, total) > 0 ? sub(asked, total) : "0";
  return (
    <Stack gap="s">
      {parts.map((part, at) => {
        const late = lateness(needBy, part.promiseDate);
        return (
          <Inline key={at}>
            <Input
              style={{ flex: "1 1 100px" }}
              inputMode="decimal"
              value={part.qty}
              aria-label={say([`第 ${at + 1} 批我能交的数量`, `Quantity of delivery ${at + 1}`])}
              onChange={(event) => patch(at, { qty: event.target.value.replaceAll(",", "").trim() })}
            />
            <Input
              style={{ flex: "1.3 1 156px" }}
              type="date"
              value={part.promiseDate}
              aria-label={say([`第 ${at + 1} 批交货日期`, `Date of delivery ${at + 1}`])}
              onChange={(event) => patch(at, { promiseDate: event.target.value })}
            />
            {late ? (
              <Words size="small" tone={late.tone}>
                {say(late.text)}
              </Words>
            ) : null}
            {parts.length > 1 ? (
              <button
                type="button"
                className="s-icon-btn"
                aria-label={say([`去掉第 ${at + 1} 批`, `Remove delivery ${at + 1}`])}
                onClick={() => change(parts.filter((_, i) => i !== at))}
              >
                <X size={15} aria-hidden />
              </button>
            ) : null}
          </Inline>
        );
      })}
      <Inline spread="between">
        {fault ? (
          <Words tone="error" role="alert">
            {say(fault)}
          </Words>
        ) : (
          <Words tone="success">
            <Check size={14} aria-hidden />{" "}
            {cmp(total, asked) === 0
              ? say([`合计 ${qtyText(total)}，与订单一致`, `Total ${qtyText(total)}, as ordered`])
              : say([`其余 ${qtyText(rest)} 仍待确认`, `${qtyText(rest)} still to be confirmed`])}
          </Words>
        )}
        <Button
          type="link"
          icon={<Plus size={14} aria-hidden />}
          onClick={() => change([...parts, { qty: rest === "0" ? "" : rest, promiseDate: parts.at(-1)?.promiseDate ?? needBy }])}
        >
          {say(["再拆一批", "Add delivery"])}
        </Button>
      </Inline>
      <Select
        value={reason || null}
        allowClear
        placeholder={say(["原因", "Reason"])}
        aria-label={say(["原因", "Reason"])}
        onChange={(value: string | null) => setReason(value ?? "")}
        options={reasons.map((text) => ({ value: say(text), label: say(text) }))}
      />
    </Stack>
  );
}

export const asAsked = ({ row }: Scheduled): readonly PartRow[] => [{ qty: textOf(row.qty), promiseDate: textOf(row.needByDate) }];

/** Proposes another date, another quantity or several parts for one row. */
export function AskPropose({ ask }: { readonly ask: OwnAsk<typeof order, "doSupplierDeliveryPropose"> }) {
  const say = useText();
  const load = useOrder(ask.row);
  const all = waitingIn(load.data);
  const [id, setId] = useState("");
  const [parts, setParts] = useState<readonly PartRow[] | null>(null);
  const [reason, setReason] = useState("");
  const chosen = all.find(({ row }) => row.id === id) ?? all[0];
  const shown = parts ?? (chosen ? asAsked(chosen) : []);
  const asked = textOf(chosen?.row.qty);
  return (
    <ActionDialog
      ask={ask}
      of={textOf(ask.row.orderNum)}
      ready={chosen !== undefined && proposalFault(asked, shown, reason) === null}
      press={["提交答复", "Send answer"]}
      input={() => ({
        deliveryId: chosen!.row.id,
        parts: shown,
        ...(reason.trim() ? { reason: reason.trim() } : {}),
      })}
    >
      <PanelState load={load} empty={say(["没有等您答复的行", "Nothing to answer"])} isEmpty={() => all.length === 0}>
        {() => (
          <>
            {all.length > 1 ? (
              <Select
                style={{ width: "100%" }}
                value={textOf(chosen?.row.id)}
                aria-label={say(["计划行", "Row"])}
                onChange={(value: string) => (setId(value), setParts(null))}
                options={all.map(({ line, row }) => ({
                  value: textOf(row.id),
                  label: `${lineName(line)} · ${qtyText(row.qty)} · ${textOf(row.needByDate)}`,
                }))}
              />
            ) : (
              <p>{chosen ? lineName(chosen.line) : ""}</p>
            )}
            <ProposalParts
              asked={asked}
              needBy={textOf(chosen?.row.needByDate)}
              parts={shown}
              reason={reason}
              change={setParts}
              setReason={setReason}
            />
          </>
        )}
      </PanelState>
      {all.length > 1 ? (
        <Button type="link" onClick={() => setParts(null)}>
          {say(["恢复为要求", "Back to requested"])}
        </Button>
      ) : null}
    </ActionDialog>
  );
}
