import { format } from "#kernel/decimal.ts";
import { saidOf } from "#kernel/page-document.ts";
import { percentText } from "#kernel/page-format.ts";
import type { Seen } from "#kernel/seen.ts";
import { Box } from "#kernel/web/block/Box.tsx";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Inline, Stack, Words } from "#kernel/web/block/layout.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { currentLanguage, useText } from "#kernel/web/language.ts";
import { NumberInput } from "#kernel/web/page/field/NumberInput.tsx";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { WorkError } from "#kernel/web/part/WorkError.tsx";
import { Button, Input, Switch } from "antd";
import { useState } from "react";
import { passRate, reaches } from "../judge.ts";
import { batchTryout, tryoutLine } from "../tryout.entity.ts";
import { useDeed } from "./DocumentFrame.tsx";

type Tryout = Seen<typeof batchTryout>;
type Line = Seen<typeof tryoutLine>;

interface Props {
  readonly row: Tryout;
  done(document: Tryout): void;
}

/** What a line is about, as its reader calls it. */
const goodsOf = (line: Line): string => saidOf(tryoutLine, "itemDesc", line, currentLanguage());
const itemOf = (line: Line): string => [line.itemCode, goodsOf(line)].filter(Boolean).join(" ");
const figures = ["receivedQty", "okQty", "concessionQty", "ngQty"] as const;
const shown = (value: string | null | undefined): string => (value ? format(value, { thousands: true }) : "–");

/** A pass rate against the line it must reach. */
function Rate({ line, passLine }: { readonly line: Line; readonly passLine: string }) {
  const batch = { receivedQty: line.receivedQty ?? null, okQty: line.okQty ?? null, concessionQty: line.concessionQty ?? null };
  const rate = passRate(batch);
  if (rate === null) return <span className="pg-faint">–</span>;
  return (
    <Words size="strong" tone={reaches(batch, passLine) ? "success" : "error"}>
      {percentText(rate, 2)}
    </Words>
  );
}

/** Where the figures come from, and who entered them. */
function Source({ line }: { readonly line: Line }) {
  const source = useLookup("TRYOUT_FIGURES");
  return (
    <>
      {line.figureSource ? source.meaning(line.figureSource) : "–"}
      <Words as="p" size="small">
        {[line.filledByName, line.filledDate?.slice(0, 16)].filter(Boolean).join(" ")}
      </Words>
    </>
  );
}

/** What came and how it was judged: from receipts and quality where they are connected, typed in elsewhere, and then with the name of whoever typed. */
export function TryoutWork({ row, done }: Props) {
  const say = useText();
  const uom = useLookup("UOM");
  const viewer = useViewer();
  const deed = useDeed(batchTryout, row, done);
  const [typed, setTyped] = useState<Readonly<Record<string, Partial<Line>>>>({});
  const internal = viewer.audience === "internal";
  const open = internal && row.status === "EXECUTING" && viewer.may("btnFillResult");
  const passLine = row.passLine || "0";
  const rows = (row.lines ?? []).map((line): Line => ({ ...line, ...typed[line.id] }));
  const patch = (line: Line, more: Partial<Line>) => setTyped((all) => ({ ...all, [line.id]: { ...all[line.id], ...more } }));
  const lines = rows
    .filter(({ id }) => typed[id])
    .map((line) => ({
      ...{ lineId: line.id, receivedQty: line.receivedQty || "0", okQty: line.okQty || "0" },
      ...{ concessionQty: line.concessionQty || "0", ngQty: line.ngQty || "0", defectDesc: line.defectDesc || null },
    }));
  return (
    <Box
      now={open}
      title={say(["试用结果", "Results"])}
      note={say([
        `合格率 =（合格 + 让步）÷ 收货，要求 ${percentText(passLine, 2)}`,
        `Pass rate = (OK + concession) ÷ received, required ${percentText(passLine, 2)}`,
      ])}
    >
      <Stack>
        {open ? (
          <Words as="p" size="small">
            {say([
              "收货与检验尚未接入，数量由人工填写，并记录填写人。",
              "Receipts and inspection are not connected yet: figures are entered manually and the user is recorded.",
            ])}
          </Words>
        ) : null}
        <PlainTable
          label={say(["试用结果", "Results"])}
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            { key: "item", title: say(["物料", "Item"]), cell: itemOf },
            {
              ...{ key: "planQty", title: say(["计划", "Planned"]), number: true },
              cell: (line) => `${shown(line.planQty)} ${uom.meaning(line.uom)}`,
            },
            ...figures.map((key) => ({
              ...{ key, title: say(tryoutLine.fields[key].label), number: true, ...(open ? { width: 110 } : {}) },
              cell: (line: Line) =>
                open ? (
                  <NumberInput
                    value={line[key]}
                    scale={6}
                    label={`${goodsOf(line)} ${say(tryoutLine.fields[key].label)}`}
                    change={(value) => patch(line, { [key]: value })}
                  />
                ) : (
                  shown(line[key])
                ),
            })),
            {
              ...{ key: "rate", title: say(["合格率", "Pass rate"]), number: true },
              cell: (line) => <Rate line={line} passLine={passLine} />,
            },
            {
              ...{ key: "defects", title: say(["缺陷", "Defects"]) },
              cell: (line) =>
                open ? (
                  <Input
                    value={line.defectDesc ?? ""}
                    maxLength={500}
                    aria-label={say(["缺陷", "Defects"])}
                    onChange={(e) => patch(line, { defectDesc: e.target.value })}
                  />
                ) : (
                  line.defectDesc
                ),
            },
            internal && { key: "source", title: say(["来源", "From"]), cell: (line) => <Source line={line} /> },
          ]}
        />
        <WorkError of={deed} />
        {open ? (
          <Inline>
            <Button
              type="primary"
              loading={deed.busy}
              disabled={lines.length === 0}
              onClick={() => void deed.press("doFillResult", { lines }, ["已保存", "Saved"]).then(() => setTyped({}))}
            >
              {say(["保存结果", "Save results"])}
            </Button>
          </Inline>
        ) : null}
      </Stack>
    </Box>
  );
}

/** The trial orders of a batch: known to purchasing once it is connected, until then numbers that people type in. */
export function TryoutOrders({ row, done }: Props) {
  const say = useText();
  const viewer = useViewer();
  const open = viewer.audience === "internal" && row.status === "EXECUTING" && viewer.may("btnLinkOrder");
  return (
    <Box
      title={say(["试用订单", "Trial orders"])}
      note={
        open ? say(["采购模块尚未接入，订单号由人工填写", "Purchasing is not connected yet: order numbers are entered manually"]) : null
      }
    >
      <ItemList>
        {row.lines?.map((line) => (
          <OrderLine key={`${line.id}:${row.versionNum}`} row={row} line={line} open={open} done={done} />
        ))}
      </ItemList>
    </Box>
  );
}

function OrderLine({ row, line, open, done }: Props & { readonly line: Line; readonly open: boolean }) {
  const say = useText();
  const deed = useDeed(batchTryout, row, done);
  const [orderNo, setNo] = useState(line.orderNo ?? "");
  const [closed, setClosed] = useState(line.orderClosedFlag === "Y");
  const input = { lineId: line.id, orderNo: orderNo || null, orderClosedFlag: closed ? "Y" : "N" } as const;
  return (
    <Item
      title={itemOf(line)}
      end={
        open ? (
          <>
            <Input
              style={{ width: 200 }}
              value={orderNo}
              maxLength={80}
              aria-label={say(["订单号", "Order no."])}
              placeholder={say(["订单号", "Order no."])}
              onChange={(e) => setNo(e.target.value)}
            />
            <Switch size="small" checked={closed} aria-label={say(["订单已关闭", "Order closed"])} onChange={setClosed} />
            {say(["已关闭", "Closed"])}
            <Button size="small" loading={deed.busy} onClick={() => void deed.press("linkOrder", input, ["已关联", "Linked"])}>
              {say(["保存", "Save"])}
            </Button>
          </>
        ) : (
          `${line.orderNo || "–"}${line.orderNo && closed ? say(["（已关闭）", " (closed)"]) : ""}`
        )
      }
    >
      <WorkError of={deed} />
    </Item>
  );
}
