import { add, cmp, isDecimal, isPositive, sub, trim } from "#kernel/decimal.ts";
import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { useNarrow } from "#kernel/web/page/useNarrow.ts";
import { figureText, Uom } from "#modules/demand/web.tsx";
import { Button, Checkbox, Input } from "antd";
import { useState } from "react";
import { goodsOf, textOf } from "./start.tsx";
import "./ship.css";

export interface Chosen {
  readonly row: Row;
  readonly qty: string;
}

interface Props {
  /** The call that lists what may be chosen, and the field that says how much of it. */
  readonly path: string;
  readonly most: "canShip" | "canNotice";
  readonly body?: Row;
  readonly press: Text;
  readonly empty: Text;
  take(chosen: readonly Chosen[]): void;
}

const fits = (qty: string, most: string): boolean => isDecimal(qty) && isPositive(qty) && cmp(qty, most) <= 0;

/** What of a schedule is offered first: what was promised, but no tolerance. */
const offered = (row: Row, most: string): string => {
  const whole = textOf(row["qty"]) || "0";
  const left = row["noticeLineId"]
    ? textOf(row["noticeOpen"])
    : sub(whole, add(textOf(row["inTransitQty"]) || "0", textOf(row["receivedQty"]) || "0"));
  return trim(isDecimal(left) && isPositive(left) && cmp(left, most) < 0 ? left : most);
};

/** Schedules that may be called off or shipped, to tick with a quantity each. */
export function ChooseRows({ path, most, body, press, empty, take }: Props) {
  const say = useText();
  const narrow = useNarrow();
  const [keyword, setKeyword] = useState("");
  const [asked, setAsked] = useState("");
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const load = useLoad(
    `${path}:${asked}:${JSON.stringify(body ?? {})}`,
    async () => (await call<readonly Row[]>(`srmServer/v1/${path}`, { ...body, keyword: asked })).data,
  );
  const rows = load.data ?? [];
  const set = (row: Row, qty: string | null): void =>
    setChosen((now) => {
      const next = new Map(now);
      if (qty === null) next.delete(textOf(row["id"]));
      else next.set(textOf(row["id"]), qty);
      return next;
    });
  const picked = rows.flatMap((row) => (chosen.has(textOf(row["id"])) ? [{ row, qty: chosen.get(textOf(row["id"]))! }] : []));
  const ready = picked.length > 0 && picked.every(({ row, qty }) => fits(qty, textOf(row[most])));
  const one = { chosen, set, most };
  return (
    <div>
      <div className="sp-tools">
        <Input.Search
          allowClear
          style={{ maxWidth: 280 }}
          placeholder={say(["订单号或物料", "Order no. or item"])}
          aria-label={say(["订单号或物料", "Order no. or item"])}
          value={keyword}
          onChange={(event) => setKeyword(event.target.value)}
          onSearch={(value) => setAsked(value.trim())}
        />
        <span className="pg-grow" />
        <Button type="primary" disabled={!ready} onClick={() => take(picked)}>
          {say(press)}
          {picked.length ? ` (${picked.length})` : ""}
        </Button>
      </div>
      <PanelState load={load} empty={say(empty)} isEmpty={(found) => found.length === 0}>
        {(found) => (narrow ? <RowCards rows={found} {...one} /> : <RowTable rows={found} {...one} />)}
      </PanelState>
    </div>
  );
}

interface RowsProps {
  readonly rows: readonly Row[];
  readonly chosen: ReadonlyMap<string, string>;
  readonly most: "canShip" | "canNotice";
  set(row: Row, qty: string | null): void;
}

const nameOf = (row: Row): string => `${textOf(row["orderNum"])}-${textOf(row["orderLineNum"])}-${textOf(row["scheduleNum"])}`;

function Qty({ row, chosen, most, set }: Omit<RowsProps, "rows"> & { readonly row: Row }) {
  const say = useText();
  const qty = chosen.get(textOf(row["id"]));
  if (qty === undefined) return <span className="pg-faint">–</span>;
  return (
    <Input
      className="sp-qty"
      inputMode="decimal"
      status={fits(qty, textOf(row[most])) ? "" : "error"}
      value={qty}
      aria-label={`${nameOf(row)} ${say(["数量", "quantity"])}`}
      onChange={(event) => set(row, event.target.value.trim())}
    />
  );
}

function RowTable({ rows, ...one }: RowsProps) {
  const say = useText();
  const all = rows.length > 0 && rows.every((row) => one.chosen.has(textOf(row["id"])));
  return (
    <div className="sp-scroll">
      <table className="sp-rows">
        <thead>
          <tr>
            <th>
              <Checkbox
                aria-label={say(["全选", "All"])}
                checked={all}
                onChange={(event) => rows.forEach((row) => one.set(row, event.target.checked ? offered(row, textOf(row[one.most])) : null))}
              />
            </th>
            <th>{say(["订单行", "Order line"])}</th>
            <th>{say(["物料", "Item"])}</th>
            <th>{say(["收货地址", "Ship-to"])}</th>
            <th>{say(["承诺日期", "Promised"])}</th>
            <th className="sp-number">{say(["计划数量", "Scheduled"])}</th>
            <th className="sp-number">{one.most === "canShip" ? say(["可发", "Shippable"]) : say(["可通知", "Callable"])}</th>
            <th className="sp-number">{say(["本次数量", "Now"])}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={textOf(row["id"])}>
              <td>
                <Checkbox
                  aria-label={nameOf(row)}
                  checked={one.chosen.has(textOf(row["id"]))}
                  onChange={(event) => one.set(row, event.target.checked ? offered(row, textOf(row[one.most])) : null)}
                />
              </td>
              <td className="pg-figure">
                {nameOf(row)}
                {row["noticeNum"] ? <small className="pg-faint"> {textOf(row["noticeNum"])}</small> : null}
              </td>
              <td>{goodsOf(row)}</td>
              <td>{textOf(row["deliveryName"])}</td>
              <td className="pg-figure">{textOf(row["promiseDate"])}</td>
              <td className="sp-number pg-figure">
                {figureText(textOf(row["qty"]))} <Uom code={row["uom"]} />
              </td>
              <td className="sp-number pg-figure">{figureText(textOf(row[one.most]))}</td>
              <td className="sp-number">
                <Qty row={row} {...one} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RowCards({ rows, ...one }: RowsProps) {
  const say = useText();
  return (
    <div className="sp-cards">
      {rows.map((row) => {
        const isChosen = one.chosen.has(textOf(row["id"]));
        return (
          <div key={textOf(row["id"])} className="sp-card" data-chosen={isChosen ? "yes" : "no"}>
            <div className="sp-card-head">
              <Checkbox
                aria-label={nameOf(row)}
                checked={isChosen}
                onChange={(event) => one.set(row, event.target.checked ? offered(row, textOf(row[one.most])) : null)}
              />
              <b>{goodsOf(row)}</b>
            </div>
            <dl>
              <dt>{say(["订单行", "Order line"])}</dt>
              <dd className="pg-figure">{nameOf(row)}</dd>
              <dt>{say(["承诺日期", "Promised"])}</dt>
              <dd className="pg-figure">{textOf(row["promiseDate"])}</dd>
              <dt>{one.most === "canShip" ? say(["可发", "Shippable"]) : say(["可通知", "Callable"])}</dt>
              <dd className="pg-figure">
                {figureText(textOf(row[one.most]))} <Uom code={row["uom"]} />
              </dd>
              {isChosen ? (
                <>
                  <dt>{say(["本次数量", "Now"])}</dt>
                  <dd>
                    <Qty row={row} {...one} />
                  </dd>
                </>
              ) : null}
            </dl>
          </div>
        );
      })}
    </div>
  );
}
