import { add, cmp, isDecimal, isPositive, sub, trim } from "#kernel/decimal.ts";
import type { Row } from "#kernel/page-document.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { DateInput } from "#kernel/web/page/field/DateInput.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { openWindow } from "#modules/demand/web.tsx";
import { Button, Input } from "antd";
import { Barcode, ClipboardPaste, Columns3, Eraser, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { boxesFor, boxQtys, respread } from "../boxes.ts";
import { note } from "../note.entity.ts";
import { pastedBatches } from "./batchPaste.ts";
import { LabelsWindow } from "./Labels.tsx";
import { goodsOf, rowsIn, textOf } from "./start.tsx";
import "./ship.css";

interface Sheet {
  readonly key: string;
  readonly row: Row;
}

let fresh = 0;
const sheetOf = (line: Row): readonly Sheet[] => rowsIn(line, "batches").map((row) => ({ key: textOf(row["id"]), row }));
const total = (rows: readonly Sheet[]): string =>
  rows.reduce((all, { row }) => (isDecimal(row["batchQty"]) ? add(all, textOf(row["batchQty"])) : all), "0");
const fields = ["batchNum", "supplierLotNum", "productionDate", "expiryDate", "batchQty", "packQty", "remark"] as const;

/** The work sheet of one line: batches, how much of the line they make, and the boxes they fill. */
export function BatchSheet({ doc, line, again }: { readonly doc: Row; readonly line: Row; again(): void }) {
  const say = useText();
  const viewer = useViewer();
  const uoms = useLookup("UOM");
  const work = useWork();
  const [rows, setRows] = useState<readonly Sheet[]>(() => sheetOf(line));
  const isOpen = doc["status"] === "DRAFT" && viewer.audience === "supplier" && viewer.may("btnSave");
  const [whole, used] = [textOf(line["noteQty"]), total(rows)];
  const left = sub(whole, used);
  const change = (key: string, patch: Row) =>
    setRows((now) => now.map((one) => (one.key === key ? { ...one, row: { ...one.row, ...patch } } : one)));
  const plus = (more: readonly Row[]) => setRows((now) => [...now, ...more.map((row) => ({ key: `new-${++fresh}`, row }))]);
  const done = (document: Row) => {
    const mine = rowsIn(document, "lines").find((one) => one["id"] === line["id"]);
    setRows(mine ? sheetOf(mine) : []);
    tellChanged({ entity: note.name, id: textOf(doc["id"]), document });
    again();
  };
  const save = () =>
    work.run(async () => {
      const batches = rows.map(({ key, row }) => ({
        ...(key.startsWith("new-") ? {} : { id: key }),
        ...Object.fromEntries(fields.map((field) => [field, row[field] === "" ? null : (row[field] ?? null)])),
      }));
      const { data } = await call<Row>("srmServer/v1/srmPurDeliveryNoteRestful/saveOrUpdate", {
        ...{ id: doc["id"], versionNum: doc["versionNum"] },
        lines: { changed: [{ id: line["id"], batches }] },
      });
      toast.success(["已保存", "Saved"]);
      done(data);
    });
  const press = (action: string, body: object) =>
    work.run(async () => {
      await call<Row>(`srmServer/v1/srmPurDeliveryBatchTemporaryRestful/${action}`, { noteLineId: line["id"], ...body });
      done(await entityCall.find(note, textOf(doc["id"])));
    });
  const spread = () => {
    const qtys = respread(
      rows.map(({ row }) => textOf(row["batchQty"])),
      whole,
      6,
    );
    setRows((now) => now.map((one, i) => ({ ...one, row: { ...one.row, batchQty: qtys[i] } })));
  };
  const boxes = rows.map(({ row }) => boxQtys(textOf(row["batchQty"]) || "0", textOf(row["packQty"]) || textOf(line["packQty"]) || null));
  return (
    <div>
      <dl className="sp-strip">
        <Fact name={say(["物料", "Item"])} value={goodsOf(line)} />
        <Fact name={say(["送货数量", "Ship qty"])} value={`${trim(whole)} ${uoms.meaning(textOf(line["uom"]))}`} />
        <Fact name={say(["已分配", "Allocated"])} value={trim(used)} />
        <Fact name={say(["剩余", "Remaining"])} value={trim(left)} bad={cmp(left, "0") !== 0} />
        <Fact name={say(["箱数", "Boxes"])} value={String(boxes.reduce((n, one) => n + one.length, 0))} />
      </dl>
      {isOpen ? (
        <BatchTools
          line={line}
          busy={work.busy}
          isReady={rows.every(isWhole)}
          left={left}
          isEmpty={rows.length === 0}
          {...{ save, plus, spread, press, again }}
        />
      ) : null}
      {work.error ? (
        <p role="alert" className="sp-error">
          {work.error}
        </p>
      ) : null}
      {rows.length === 0 ? (
        <p className="pg-faint">
          {say(
            isOpen
              ? [
                  "还没有批次：逐个加入、从表格粘贴，或填批次前缀均分。",
                  "No batches yet. Add them one by one, paste them from a sheet, or enter a prefix and split evenly.",
                ]
              : ["没有批次。", "No batches."],
          )}
        </p>
      ) : null}
      <div className="sp-cards">
        {rows.map(({ key, row }, i) => (
          <BatchCard
            key={key}
            row={row}
            isOpen={isOpen}
            boxes={boxes[i]!}
            count={boxesFor(textOf(row["batchQty"]) || "0", textOf(row["packQty"]) || textOf(line["packQty"]) || null)}
            change={(patch) => change(key, patch)}
            remove={() => setRows((now) => now.filter((one) => one.key !== key))}
          />
        ))}
      </div>
    </div>
  );
}

const isWhole = ({ row }: Sheet): boolean => Boolean(row["batchNum"]) && isDecimal(row["batchQty"]) && isPositive(textOf(row["batchQty"]));

interface ToolsProps {
  readonly line: Row;
  readonly busy: boolean;
  readonly isReady: boolean;
  readonly isEmpty: boolean;
  readonly left: string;
  save(): Promise<void>;
  plus(rows: readonly Row[]): void;
  spread(): void;
  press(action: string, body: object): Promise<void>;
  again(): void;
}

/** What fills the sheet: row by row, from a copied table, in even parts, or as before in proportion. */
function BatchTools({ line, busy, isReady, isEmpty, left, save, plus, spread, press, again }: ToolsProps) {
  const say = useText();
  const viewer = useViewer();
  const [paste, setPaste] = useState<string | null>(null);
  const [parts, setParts] = useState("2");
  const [prefix, setPrefix] = useState("");
  const take = () => {
    const found = pastedBatches(paste ?? "");
    plus(found.rows as unknown as Row[]);
    if (found.wrong.length) toast.info([`第${found.wrong.join("、")}行未识别`, `Lines ${found.wrong.join(", ")} were not understood`]);
    setPaste(null);
  };
  return (
    <>
      <div className="sp-tools">
        <Button type="primary" loading={busy} disabled={!isReady} onClick={() => void save()}>
          {say(["保存", "Save"])}
        </Button>
        <Button icon={<Plus size={14} />} onClick={() => plus([{ batchNum: "", batchQty: cmp(left, "0") > 0 ? trim(left) : "" }])}>
          {say(["加批次", "Add batch"])}
        </Button>
        <Button icon={<ClipboardPaste size={14} />} onClick={() => setPaste(paste === null ? "" : null)}>
          {say(["粘贴", "Paste"])}
        </Button>
        {cmp(left, "0") !== 0 && !isEmpty ? <Button onClick={spread}>{say(["按比例重新分摊", "Redistribute"])}</Button> : null}
        <Input
          style={{ width: 64 }}
          value={parts}
          inputMode="numeric"
          aria-label={say(["批数", "Batches"])}
          onChange={(event) => setParts(event.target.value.replace(/\D/g, ""))}
        />
        <Input
          style={{ width: 110 }}
          value={prefix}
          placeholder={say(["批次前缀", "Prefix"])}
          aria-label={say(["批次前缀", "Prefix"])}
          maxLength={40}
          onChange={(event) => setPrefix(event.target.value.trim())}
        />
        <Button
          icon={<Columns3 size={14} />}
          disabled={!prefix || !parts}
          onClick={() => void press("doSplitEven", { parts: Number(parts), prefix })}
        >
          {say(["均分", "Split evenly"])}
        </Button>
        <Button danger icon={<Eraser size={14} />} disabled={isEmpty} onClick={() => void press("doClear", {})}>
          {say(["清空", "Clear"])}
        </Button>
        {viewer.may("btnGenBarcode") ? (
          <Button
            icon={<Barcode size={14} />}
            onClick={() => openWindow((close) => <LabelsWindow line={line} close={close} done={again} />)}
          >
            {say(["生成条码", "Create barcodes"])}
          </Button>
        ) : null}
      </div>
      {paste === null ? null : (
        <div className="sp-form">
          <label style={{ flex: 1 }}>
            {say([
              "从表格粘贴：批次号、数量、生产日期、有效期、每箱数量",
              "Paste from a sheet: batch, quantity, produced, expires, per box",
            ])}
            <Input.TextArea rows={4} value={paste} onChange={(event) => setPaste(event.target.value)} />
          </label>
          <Button onClick={take}>{say(["加入", "Add"])}</Button>
        </div>
      )}
    </>
  );
}

function Fact({ name, value, bad = false }: { readonly name: string; readonly value: string; readonly bad?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={bad ? "pg-figure sp-error" : "pg-figure"}>{value}</dd>
    </div>
  );
}

interface CardProps {
  readonly row: Row;
  readonly isOpen: boolean;
  readonly boxes: readonly string[];
  readonly count: number | null;
  change(patch: Row): void;
  remove(): void;
}

function BatchCard({ row, isOpen, boxes, count, change, remove }: CardProps) {
  const say = useText();
  const word = (key: string, cn: string, en: string, more: object = {}) => (
    <label>
      {say([cn, en])}
      <Input
        value={textOf(row[key])}
        disabled={!isOpen}
        maxLength={60}
        onChange={(event) => change({ [key]: event.target.value })}
        {...more}
      />
    </label>
  );
  const date = (key: string, cn: string, en: string) => (
    <label>
      {say([cn, en])}
      {isOpen ? (
        <DateInput kind="date" value={row[key]} change={(value) => change({ [key]: value })} />
      ) : (
        <span className="pg-figure">{textOf(row[key]) || "–"}</span>
      )}
    </label>
  );
  return (
    <div className="sp-card">
      <div className="sp-form">
        {word("batchNum", "批次号", "Batch no.")}
        {word("batchQty", "数量", "Quantity", { inputMode: "decimal", className: "sp-qty" })}
        {word("packQty", "每箱", "Per box", { inputMode: "decimal", className: "sp-qty" })}
        {date("productionDate", "生产日期", "Produced")}
        {date("expiryDate", "有效期至", "Expires")}
        {word("supplierLotNum", "供应商批号", "Supplier lot")}
        {isOpen ? (
          <Button type="text" danger icon={<Trash2 size={15} />} aria-label={say(["删除批次", "Remove batch"])} onClick={remove} />
        ) : null}
      </div>
      <span className="pg-faint pg-figure">
        {count === null
          ? say(["未设每箱数量", "No pack size"])
          : say([
              `${count} 箱：${boxes.slice(0, 8).join(" + ")}${boxes.length > 8 ? " …" : ""}`,
              `${count} boxes: ${boxes.slice(0, 8).join(" + ")}${boxes.length > 8 ? " …" : ""}`,
            ])}
      </span>
    </div>
  );
}
