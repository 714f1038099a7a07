import { CallError, download, messageOf, saveBlob, upload } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { Button, DatePicker, Modal } from "antd";
import type { Dayjs } from "dayjs";
import { Download, Upload } from "lucide-react";
import { useRef, useState } from "react";
import type { BookedForecast } from "../forecast-book.ts";
import { figureText } from "./Postings.tsx";
import { useLookup } from "#kernel/web/page/lookup.ts";

const path = (name: string): string => `srmServer/v1/srmPurForecastRestful/${name}`;

interface Told {
  readonly done: boolean;
  readonly horizon: { readonly periodType: string; readonly startPeriod: string; readonly periodCount: number };
  readonly forecasts: readonly BookedForecast[];
}

/** The chosen forecasts as one workbook, a period a column; none chosen gives an empty one to fill in. */
export const takeBook = async (ids: readonly string[]): Promise<void> => {
  try {
    saveBlob(await download(path("exportMatrix"), { ids }));
  } catch (error) {
    toast.error(messageOf(error));
  }
};

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
      <table className="pg-brief">
        <thead>
          <tr>
            <th scope="col">{say(["供应商", "Supplier"])}</th>
            <th scope="col">{say(["组织", "Organisation"])}</th>
            <th scope="col">{say(["预测单", "Forecast"])}</th>
            <th scope="col" className="pg-right">
              {say(["新增行", "Added"])}
            </th>
            <th scope="col" className="pg-right">
              {say(["变动行", "Changed"])}
            </th>
            <th scope="col" className="pg-right">
              {say(["数量合计", "Total"])}
            </th>
          </tr>
        </thead>
        <tbody>
          {forecasts.map((one) => (
            <tr key={`${one.supplier}|${one.org}`}>
              <td>{one.supplier}</td>
              <td>{one.org || "–"}</td>
              <td>{one.num ?? say(["新建", "new"])}</td>
              <td className="pg-right pg-figure">{one.added}</td>
              <td className="pg-right pg-figure">{one.changed}</td>
              <td className="pg-right pg-figure">{figureText(one.total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
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
        setFaults(error instanceof CallError ? error.fieldErrors.map((one) => one.msg) : []);
        throw error;
      }
    });
  return (
    <Modal
      open
      width={720}
      title={say(["按时段导入预测", "Import forecasts by period"])}
      onCancel={close}
      mask={{ closable: false }}
      footer={
        <div className="pg-dialog-foot">
          <Button icon={<Download size={14} />} onClick={() => void takeBook([])}>
            {say(["下载模板", "Template"])}
          </Button>
          <span className="pg-grow" />
          <Button onClick={close}>{say(["返回", "Back"])}</Button>
          <Button type="primary" loading={work.busy} disabled={!file} onClick={() => void send(told ? "Y" : "N")}>
            {told ? say(["写入", "Import"]) : say(["检查", "Check"])}
          </Button>
        </div>
      }
    >
      <p className="pc-note">
        {say([
          "每行一个供应商的一个物料，每个时段一列，列头是时段的第一天（周为周一，月为1日）。同一供应商、组织、起始时段的拟定预测会被更新，没有则新建。",
          "One row per item and supplier, one column per period headed by its first day (Mondays, firsts of months). The draft of the same supplier, organisation and start is updated, or created if there is none.",
        ])}
      </p>
      <div className="fm-book">
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
        <label>
          <span className="pg-label">{say(["新预测的回复截止", "New forecasts: reply by"])}</span>
          <DatePicker showTime={{ format: "HH:mm" }} format="YYYY-MM-DD HH:mm" value={until} onChange={(day) => setUntil(day)} />
        </label>
      </div>
      {work.error && faults.length === 0 ? (
        <p className="pc-bad" role="alert">
          {work.error}
        </p>
      ) : null}
      {faults.length > 0 ? (
        <ul className="fm-faults">
          {faults.slice(0, 50).map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      ) : null}
      {told ? <Preview told={told} /> : null}
    </Modal>
  );
}
