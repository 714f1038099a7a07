import { format } from "#kernel/decimal.ts";
import { saidOf, type Row } from "#kernel/page-document.ts";
import { percentText } from "#kernel/page-format.ts";
import { currentLanguage, useText } from "#kernel/web/language.ts";
import { NumberInput } from "#kernel/web/page/field/NumberInput.tsx";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { WorkError } from "#kernel/web/part/WorkError.tsx";
import { Button, Input, Switch } from "antd";
import { useState } from "react";
import { passRate, reaches } from "../judge.ts";
import { batchTryout } from "../tryout.entity.ts";
import { useDeed } from "./DocumentFrame.tsx";

interface Props {
  readonly row: Row;
  done(document: Row): void;
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");
/** What a line is about, as its reader calls it. */
const goodsOf = (line: Row): string => saidOf(batchTryout.lines.lines, "itemDesc", line, currentLanguage());
const linesOf = (row: Row): readonly Row[] => (row["lines"] ?? []) as Row[];
const figures = ["receivedQty", "okQty", "concessionQty", "ngQty"] as const;
const shown = (value: unknown): string => (value ? format(text(value), { thousands: true }) : "–");

/** A pass rate against the line it must reach. */
function Rate({ line, passLine }: { readonly line: Row; readonly passLine: string }) {
  const rate = passRate(line as never);
  if (rate === null) return <span className="tr-soft">–</span>;
  return <span className={reaches(line as never, passLine) ? "tr-ok" : "tr-ng"}>{percentText(rate, 2)}</span>;
}

interface FigureProps {
  readonly line: Row;
  readonly passLine: string;
  readonly open: boolean;
  readonly internal: boolean;
  patch(one: Row): void;
}

function Figures({ line, passLine, open, internal, patch }: FigureProps) {
  const say = useText();
  const uom = useLookup("UOM");
  const source = useLookup("TRYOUT_FIGURES");
  return (
    <tr>
      <td>{[text(line["itemCode"]), goodsOf(line)].filter(Boolean).join(" ")}</td>
      <td className="tr-num">
        {shown(line["planQty"])} {uom.meaning(line["uom"])}
      </td>
      {figures.map((key) => (
        <td key={key} className="tr-num" style={open ? { width: 110 } : undefined}>
          {open ? (
            <NumberInput
              value={line[key]}
              scale={6}
              label={`${goodsOf(line)} ${say(batchTryout.lines.lines.fields[key].label)}`}
              change={(value) => patch({ [key]: value })}
            />
          ) : (
            shown(line[key])
          )}
        </td>
      ))}
      <td className="tr-num">
        <Rate line={line} passLine={passLine} />
      </td>
      <td>
        {open ? (
          <Input
            value={text(line["defectDesc"])}
            maxLength={500}
            aria-label={say(["缺陷", "Defects"])}
            onChange={(e) => patch({ defectDesc: e.target.value })}
          />
        ) : (
          text(line["defectDesc"])
        )}
      </td>
      {internal ? (
        <td>
          {line["figureSource"] ? source.meaning(line["figureSource"]) : "–"}
          <br />
          <span className="pc-note">{[text(line["filledByName"]), text(line["filledDate"]).slice(0, 16)].filter(Boolean).join(" ")}</span>
        </td>
      ) : null}
    </tr>
  );
}

/** What came and how it was judged: from receipts and quality where they are connected, typed in elsewhere, and then with the name of whoever typed. */
export function TryoutWork({ row, done }: Props) {
  const say = useText();
  const viewer = useViewer();
  const deed = useDeed(batchTryout, row, done);
  const [typed, setTyped] = useState<Readonly<Record<string, Row>>>({});
  const internal = viewer.audience === "internal";
  const open = internal && row["status"] === "EXECUTING" && viewer.may("btnFillResult");
  const passLine = text(row["passLine"]) || "0";
  const now = (line: Row): Row => ({ ...line, ...typed[String(line["id"])] });
  const patch = (line: Row, one: Row) => setTyped((all) => ({ ...all, [String(line["id"])]: { ...all[String(line["id"])], ...one } }));
  const lines = linesOf(row)
    .filter((line) => typed[String(line["id"])])
    .map((line) => ({
      lineId: line["id"],
      ...Object.fromEntries(figures.map((key) => [key, text(now(line)[key]) || "0"])),
      defectDesc: text(now(line)["defectDesc"]) || null,
    }));
  return (
    <section className="tr-box" data-now={open ? "yes" : "no"} aria-label={say(["试用结果", "Results"])}>
      <h3>
        {say(["试用结果", "Results"])}
        <small>
          {say([
            `合格率 =（合格 + 让步）÷ 收货，要求 ${percentText(passLine, 2)}`,
            `Pass rate = (OK + concession) ÷ received, required ${percentText(passLine, 2)}`,
          ])}
        </small>
      </h3>
      {open ? (
        <p className="pc-note">
          {say([
            "收货与检验尚未接入，数量由人工填写，并记录填写人。",
            "Receipts and inspection are not connected yet: figures are entered manually and the user is recorded.",
          ])}
        </p>
      ) : null}
      <div className="tr-scroll">
        <table className="tr-table">
          <thead>
            <tr>
              <th>{say(["物料", "Item"])}</th>
              <th className="tr-num">{say(["计划", "Planned"])}</th>
              <th className="tr-num">{say(["收货", "Received"])}</th>
              <th className="tr-num">{say(["合格", "OK"])}</th>
              <th className="tr-num">{say(["让步", "Concession"])}</th>
              <th className="tr-num">{say(["不良", "Not OK"])}</th>
              <th className="tr-num">{say(["合格率", "Pass rate"])}</th>
              <th>{say(["缺陷", "Defects"])}</th>
              {internal ? <th>{say(["来源", "From"])}</th> : null}
            </tr>
          </thead>
          <tbody>
            {linesOf(row).map((line) => (
              <Figures
                key={String(line["id"])}
                line={now(line)}
                passLine={passLine}
                open={open}
                internal={internal}
                patch={(one) => patch(line, one)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <WorkError of={deed} />
      {open ? (
        <div className="tr-row">
          <Button
            type="primary"
            loading={deed.busy}
            disabled={lines.length === 0}
            onClick={() => void deed.press("doFillResult", { lines }, ["已保存", "Saved"]).then(() => setTyped({}))}
          >
            {say(["保存结果", "Save results"])}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

/** The trial orders of a batch: known to purchasing once it is connected, until then numbers that people type in. */
export function TryoutOrders({ row, done }: Props) {
  const say = useText();
  const viewer = useViewer();
  const open = viewer.audience === "internal" && row["status"] === "EXECUTING" && viewer.may("btnLinkOrder");
  return (
    <section className="tr-box" aria-label={say(["试用订单", "Trial orders"])}>
      <h3>
        {say(["试用订单", "Trial orders"])}
        {open ? (
          <small>
            {say(["采购模块尚未接入，订单号由人工填写", "Purchasing is not connected yet: order numbers are entered manually"])}
          </small>
        ) : null}
      </h3>
      <table className="tr-table">
        <tbody>
          {linesOf(row).map((line) => (
            <OrderLine key={`${String(line["id"])}:${String(row["versionNum"])}`} row={row} line={line} open={open} done={done} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function OrderLine({ row, line, open, done }: Props & { readonly line: Row; readonly open: boolean }) {
  const say = useText();
  const deed = useDeed(batchTryout, row, done);
  const [orderNo, setNo] = useState(text(line["orderNo"]));
  const [closed, setClosed] = useState(line["orderClosedFlag"] === "Y");
  const save = () =>
    deed.press("linkOrder", { lineId: line["id"], orderNo: orderNo || null, orderClosedFlag: closed ? "Y" : "N" }, ["已关联", "Linked"]);
  return (
    <tr>
      <td style={{ width: "40%" }}>{[text(line["itemCode"]), goodsOf(line)].filter(Boolean).join(" ")}</td>
      <td>
        {open ? (
          <span className="tr-row" style={{ marginTop: 0, alignItems: "center" }}>
            <Input
              style={{ width: 200 }}
              value={orderNo}
              maxLength={80}
              aria-label={say(["订单号", "Order no"])}
              placeholder={say(["订单号", "Order no"])}
              onChange={(e) => setNo(e.target.value)}
            />
            <Switch size="small" checked={closed} aria-label={say(["订单已关闭", "Order closed"])} onChange={setClosed} />
            {say(["已关闭", "Closed"])}
            <Button size="small" loading={deed.busy} onClick={() => void save()}>
              {say(["保存", "Save"])}
            </Button>
          </span>
        ) : (
          `${text(line["orderNo"]) || "–"}${line["orderNo"] && closed ? say(["（已关闭）", " (closed)"]) : ""}`
        )}
        <WorkError of={deed} />
      </td>
    </tr>
  );
}
