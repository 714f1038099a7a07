import { textOf } from "#kernel/page-format.ts";
import { add, cmp, isDecimal, isPositive, sub, trim } from "#kernel/decimal.ts";
import type { Form, Seen } from "#kernel/seen.ts";
import { Card } from "#kernel/web/block/Card.tsx";
import { FigureStrip } from "#kernel/web/block/FigureStrip.tsx";
import { Labelled } from "#kernel/web/block/Labelled.tsx";
import { Columns, Inline, Stack, Words } from "#kernel/web/block/layout.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { DateInput } from "#kernel/web/page/field/DateInput.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { WorkError } from "#kernel/web/part/WorkError.tsx";
import { openWindow } from "#modules/demand/web.tsx";
import { Button, Input } from "antd";
import { Barcode, ClipboardPaste, Columns3, Eraser, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { boxesFor, boxQtys, respread } from "../boxes.ts";
import { note } from "../note.entity.ts";
import type { deliveryBatch, noteLine } from "../note.lines.ts";
import { pastedBatches } from "./batchPaste.ts";
import { LabelsWindow } from "./Labels.tsx";
import { goodsOf } from "./start.tsx";

type Note = Seen<typeof note>;
type Line = Seen<typeof noteLine>;
type Batch = Form<typeof deliveryBatch>;

interface Sheet {
  readonly key: string;
  readonly row: Batch;
}

let fresh = 0;
const sheetOf = (line: Line): readonly Sheet[] => (line.batches ?? []).map((row) => ({ key: textOf(row.id), row }));
const total = (rows: readonly Sheet[]): string =>
  rows.reduce((all, { row }) => (isDecimal(row.batchQty) ? add(all, textOf(row.batchQty)) : all), "0");
const fields = ["batchNum", "supplierLotNum", "productionDate", "expiryDate", "batchQty", "packQty", "remark"] as const;

/** The work sheet of one line: batches, how much of the line they make, and the boxes they fill. */
export function BatchSheet({ doc, line, again }: { readonly doc: Note; readonly line: Line; again(): void }) {
  const say = useText();
  const viewer = useViewer();
  const uoms = useLookup("UOM");
  const work = useWork();
  const [rows, setRows] = useState<readonly Sheet[]>(() => sheetOf(line));
  const isOpen = doc.status === "DRAFT" && viewer.audience === "supplier" && viewer.may("btnSave");
  const [whole, used] = [textOf(line.noteQty), total(rows)];
  const left = sub(whole, used);
  const change = (key: string, patch: Batch) =>
    setRows((now) => now.map((sheet) => (sheet.key === key ? { ...sheet, row: { ...sheet.row, ...patch } } : sheet)));
  const plus = (more: readonly Batch[]) => setRows((now) => [...now, ...more.map((row) => ({ key: `new-${++fresh}`, row }))]);
  const done = (document: Note) => {
    const mine = document.lines?.find((row) => row.id === line.id);
    setRows(mine ? sheetOf(mine) : []);
    tellChanged({ entity: note.name, id: textOf(doc.id), document });
    again();
  };
  const save = () =>
    work.run(async () => {
      const batches = rows.map(({ key, row }) => ({
        ...(key.startsWith("new-") ? {} : { id: key }),
        ...Object.fromEntries(fields.map((field) => [field, row[field] === "" ? null : (row[field] ?? null)])),
      }));
      const { data } = await call<Note>("srmServer/v1/srmPurDeliveryNoteRestful/saveOrUpdate", {
        id: doc.id,
        versionNum: doc.versionNum,
        lines: { changed: [{ id: line.id, batches }] },
      });
      toast.success(["已保存", "Saved"]);
      done(data);
    });
  const press = (action: string, body: object) =>
    work.run(async () => {
      await call<unknown>(`srmServer/v1/srmPurDeliveryBatchTemporaryRestful/${action}`, { noteLineId: line.id, ...body });
      done(await entityCall.find(note, textOf(doc.id)));
    });
  const spread = () => {
    const qtys = respread(
      rows.map(({ row }) => textOf(row.batchQty)),
      whole,
      6,
    );
    setRows((now) => now.map((sheet, i) => ({ ...sheet, row: { ...sheet.row, batchQty: qtys[i] } })));
  };
  const boxes = rows.map(({ row }) => boxQtys(textOf(row.batchQty) || "0", textOf(row.packQty) || textOf(line.packQty) || null));
  return (
    <Stack>
      <FigureStrip
        label={say(["分配", "Allocation"])}
        figures={[
          { key: "item", label: say(["物料", "Item"]), value: goodsOf(line) },
          { key: "qty", label: say(["送货数量", "Ship qty"]), value: `${trim(whole)} ${uoms.meaning(textOf(line.uom))}` },
          { key: "used", label: say(["已分配", "Allocated"]), value: trim(used) },
          { key: "left", label: say(["剩余", "Remaining"]), value: trim(left), tone: cmp(left, "0") === 0 ? undefined : "error" },
          { key: "boxes", label: say(["箱数", "Boxes"]), value: boxes.reduce((n, box) => n + box.length, 0) },
        ]}
      />
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
      <WorkError of={work} />
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
      {rows.map(({ key, row }, i) => (
        <BatchCard
          key={key}
          row={row}
          isOpen={isOpen}
          boxes={boxes[i]!}
          count={boxesFor(textOf(row.batchQty) || "0", textOf(row.packQty) || textOf(line.packQty) || null)}
          change={(patch) => change(key, patch)}
          remove={() => setRows((now) => now.filter((sheet) => sheet.key !== key))}
        />
      ))}
    </Stack>
  );
}

const isWhole = ({ row }: Sheet): boolean => Boolean(row.batchNum) && isDecimal(row.batchQty) && isPositive(textOf(row.batchQty));

interface ToolsProps {
  readonly line: Line;
  readonly busy: boolean;
  readonly isReady: boolean;
  readonly isEmpty: boolean;
  readonly left: string;
  save(): Promise<void>;
  plus(rows: readonly Batch[]): void;
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
    plus(found.rows);
    if (found.wrong.length) toast.info([`第${found.wrong.join("、")}行未识别`, `Lines ${found.wrong.join(", ")} were not understood`]);
    setPaste(null);
  };
  return (
    <>
      <Inline>
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
      </Inline>
      {paste === null ? null : (
        <Stack gap="s">
          <Labelled
            label={say([
              "从表格粘贴：批次号、数量、生产日期、有效期、每箱数量",
              "Paste from a sheet: batch, quantity, produced, expires, per box",
            ])}
          >
            <Input.TextArea rows={4} value={paste} onChange={(event) => setPaste(event.target.value)} />
          </Labelled>
          <Inline>
            <Button onClick={take}>{say(["加入", "Add"])}</Button>
          </Inline>
        </Stack>
      )}
    </>
  );
}

type Typed = "batchNum" | "batchQty" | "packQty" | "supplierLotNum";

interface CardProps {
  readonly row: Batch;
  readonly isOpen: boolean;
  readonly boxes: readonly string[];
  readonly count: number | null;
  change(patch: Batch): void;
  remove(): void;
}

function BatchCard({ row, isOpen, boxes, count, change, remove }: CardProps) {
  const say = useText();
  const word = (key: Typed, cn: string, en: string, more: object = {}) => (
    <Labelled label={say([cn, en])}>
      <Input
        value={textOf(row[key])}
        disabled={!isOpen}
        maxLength={60}
        onChange={(event) => change({ [key]: event.target.value })}
        {...more}
      />
    </Labelled>
  );
  const date = (key: "productionDate" | "expiryDate", cn: string, en: string) => (
    <Labelled label={say([cn, en])}>
      {isOpen ? (
        <DateInput kind="date" value={row[key]} change={(value) => change({ [key]: value })} />
      ) : (
        <span className="pg-figure">{textOf(row[key]) || "–"}</span>
      )}
    </Labelled>
  );
  const [some, etc] = [boxes.slice(0, 8).join(" + "), boxes.length > 8 ? " …" : ""];
  return (
    <Card
      title={textOf(row.batchNum) || say(["新批次", "New batch"])}
      note={
        <Words size="small">
          {count === null
            ? say(["未设每箱数量", "No pack size"])
            : say([`${count} 箱：${some}${etc}`, `${count} ${count === 1 ? "box" : "boxes"}: ${some}${etc}`])}
        </Words>
      }
      tools={
        isOpen ? (
          <Button type="text" danger icon={<Trash2 size={15} />} aria-label={say(["删除批次", "Remove batch"])} onClick={remove} />
        ) : null
      }
    >
      <Columns of={{ least: 130 }}>
        {word("batchNum", "批次号", "Batch no.")}
        {word("batchQty", "数量", "Quantity", { inputMode: "decimal" })}
        {word("packQty", "每箱", "Per box", { inputMode: "decimal" })}
        {date("productionDate", "生产日期", "Produced")}
        {date("expiryDate", "有效期至", "Expires")}
        {word("supplierLotNum", "供应商批号", "Supplier lot")}
      </Columns>
    </Card>
  );
}
