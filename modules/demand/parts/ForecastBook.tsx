import type { Seen } from "#kernel/seen.ts";
import type { ListContext } from "#kernel/web/page/slots.ts";
import type { Button as ToolButton } from "#kernel/web/table/types.ts";
import { qtyText } from "#kernel/page-format.ts";
import { AskDialog } from "#kernel/web/block/AskDialog.tsx";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Labelled } from "#kernel/web/block/Labelled.tsx";
import { Inline } from "#kernel/web/block/layout.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { CallError, download, messageOf, saveBlob, upload } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { Button, DatePicker } from "antd";
import type { Dayjs } from "dayjs";
import { Download, FileDown, Upload } from "lucide-react";
import { useRef, useState } from "react";
import type { forecast } from "../forecast.entity.ts";
import type { BookedForecast } from "../forecast-book.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";

const path = (name: string): string => `srmServer/v1/srmPurForecastRestful/${name}`;

interface Told {
  readonly done: boolean;
  readonly horizon: { readonly periodType: string; readonly startPeriod: string; readonly periodCount: number };
  readonly forecasts: readonly BookedForecast[];
}

/** The chosen forecasts as one workbook, a period a column; none chosen gives an empty one to fill in. */
const takeBook = async (ids: readonly string[]): Promise<void> => {
  try {
    saveBlob(await download(path("exportMatrix"), { ids }));
  } catch (error) {
    toast.error(messageOf(error));
  }
};

/** Takes the chosen forecasts as such a workbook. */
export const bookTools = ({ viewer }: ListContext<typeof forecast>): readonly ToolButton<Seen<typeof forecast>>[] =>
  viewer.may("btnExport")
    ? [
        {
          label: ["按时段导出", "Export by period"],
          icon: FileDown,
          needSelection: "many",
          handler: ({ rows }) => takeBook(rows.map((row) => row.id)),
        },
      ]
    : [];

function Preview({ told }: { readonly told: Told }) {
  const say = useText();
  const types = useLookup("PUR_PERIOD_TYPE");
  const { horizon, forecasts } = told;
  return (
    <>
      <p className="pc-note">
        {say([
          `自 ${horizon.startPeriod} 起 ${horizon.periodCount} 个时段（${types.meaning(horizon.periodType)}）`,
          `${horizon.periodCount} periods (${types.meaning(horizon.periodType)}) from ${horizon.startPeriod}`,
        ])}
      </p>
      <PlainTable
        dense
        label={say(["预测单", "Forecasts"])}
        rows={forecasts}
        rowKey={(row) => `${row.supplier}|${row.org}`}
        columns={[
          { key: "supplier", title: say(["供应商", "Supplier"]), cell: (row) => row.supplier },
          { key: "org", title: say(["组织", "Organisation"]), cell: (row) => row.org || "–" },
          { key: "num", title: say(["预测单", "Forecast"]), cell: (row) => row.num ?? say(["新建", "new"]) },
          { key: "added", title: say(["新增行", "Added"]), number: true, cell: (row) => row.added },
          { key: "changed", title: say(["变动行", "Changed"]), number: true, cell: (row) => row.changed },
          { key: "total", title: say(["数量合计", "Total"]), number: true, cell: (row) => qtyText(row.total) },
        ]}
      />
    </>
  );
}

/** Brings in a workbook with one column for each period: first what it would do, then it is done. */
export function BookWindow({ done, close }: { done(): void; close(): void }) {
  const say = useText();
  const work = useWork();
  const picker = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [until, setUntil] = useState<Dayjs | null>(null);
  const [told, setTold] = useState<Told | null>(null);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const send = (confirmed: "Y" | "N", sent: File | null = file) =>
    work.run(async () => {
      if (!sent) return;
      setFaults([]);
      try {
        const replyDeadline = until?.format("YYYY-MM-DD HH:mm:ss") ?? "";
        const { data } = await upload<Told>(path("importMatrix"), [sent], { confirmed, replyDeadline });
        setTold(data);
        if (!data.done) return;
        toast.success([`已写入 ${data.forecasts.length} 张预测`, `${data.forecasts.length} forecasts imported`]);
        done();
        close();
      } catch (error) {
        setTold(null);
        setFaults(error instanceof CallError ? error.fieldErrors.map((fieldError) => fieldError.msg) : []);
        throw error;
      }
    });
  return (
    <AskDialog
      width={720}
      title={say(["按时段导入预测", "Import forecasts by period"])}
      press={told ? ["写入", "Import"] : ["检查", "Check"]}
      cancel={["返回", "Back"]}
      ready={file !== null}
      busy={work.busy}
      errors={faults.length === 0 ? [work.error] : []}
      foot={
        <Button icon={<Download size={14} />} onClick={() => void takeBook([])}>
          {say(["下载模板", "Template"])}
        </Button>
      }
      send={() => void send(told ? "Y" : "N")}
      close={close}
    >
      <p className="pc-note">
        {say([
          "每行一个供应商的一个物料，每个时段一列，列头是时段的第一天（周为周一，月为1日）。同一供应商、组织、起始时段的拟定预测会被更新，没有则新建。",
          "One row per item and supplier, one column per period headed by its first day (Mondays, firsts of months). The draft of the same supplier, organisation and start is updated, or created if there is none.",
        ])}
      </p>
      <Inline gap="l" align="end">
        <Button icon={<Upload size={14} />} onClick={() => picker.current?.click()}>
          {file?.name ?? say(["选择文件", "Choose a file"])}
        </Button>
        <input
          ref={picker}
          type="file"
          hidden
          accept=".xlsx,.csv"
          aria-label={say(["预测文件", "Forecast file"])}
          onChange={(event) => {
            const picked = event.target.files?.[0] ?? null;
            event.target.value = "";
            setFile(picked);
            setTold(null);
            void send("N", picked);
          }}
        />
        <Labelled label={say(["新预测的回复截止", "New forecasts: reply by"])}>
          <DatePicker showTime={{ format: "HH:mm" }} format="YYYY-MM-DD HH:mm" value={until} onChange={(day) => setUntil(day)} />
        </Labelled>
      </Inline>
      {faults.length > 0 ? (
        <ItemList framed most={220} label={say(["未能写入的原因", "Why it cannot be imported"])}>
          {faults.slice(0, 50).map((fault) => (
            <Item key={fault} tone="error" title={fault} />
          ))}
        </ItemList>
      ) : null}
      {told ? <Preview told={told} /> : null}
    </AskDialog>
  );
}
