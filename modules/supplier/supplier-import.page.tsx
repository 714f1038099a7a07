import type { Text } from "#kernel/text.ts";
import { Words } from "#kernel/web/block/layout.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { call, download, saveBlob } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { confirm, toast } from "#kernel/web/message.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { OwnPage, PageFrame, usePageTitle } from "#kernel/web/part/OwnPage.tsx";
import { TabBar } from "#kernel/web/part/TabBar.tsx";
import { Button, Input } from "antd";
import { Check, FileDown, FileSpreadsheet, RefreshCw, Upload, X } from "lucide-react";
import { useId, useRef, useState } from "react";
import {
  importSheets,
  type ImportChange,
  type ImportedCompany,
  type ImportFinding,
  type ImportRow,
  type ImportSheet,
} from "./import-columns.ts";
import { ImportQuestions } from "./parts/ImportQuestions.tsx";

export const page = { route: "supplierInfoImport", title: ["供应商导入", "Import suppliers"] };

const at = (name: string): string => `srmServer/v1/srmSupInfoRestful/${name}`;
const sheets = Object.keys(importSheets) as ImportSheet[];
type Checked = { readonly findings: readonly ImportFinding[]; readonly changes: readonly ImportChange[] };
type Batch = Checked & { readonly rows: readonly ImportRow[]; readonly confirmed: readonly string[] };
type Committed = Checked & { readonly done: readonly ImportedCompany[]; readonly held: readonly string[] };

/** What came of a batch: the new, the changed with their requests, those that wait for a correction. */
function cameOf({ done, held }: Committed): Text {
  const of = (outcome: ImportedCompany["outcome"]): number => done.filter((importedCompany) => importedCompany.outcome === outcome).length;
  const requests = done.flatMap((importedCompany) => importedCompany.changeNo ?? []);
  const [cn, en] = requests.length ? [`，变更单 ${requests.join("、")}`, ` (change requests ${requests.join(", ")})`] : ["", ""];
  return [
    `新增 ${of("NEW")} 家，更新 ${of("CHANGED")} 家${cn}，无变化 ${of("SAME")} 家，保留 ${held.length} 家待修正`,
    `${of("NEW")} new, ${of("CHANGED")} changed${en}, ${of("SAME")} unchanged, ${held.length} left out`,
  ];
}

/** A workbook of suppliers: read, checked, corrected here, brought in company by company. */
export default function SupplierImportPage() {
  return (
    <OwnPage>
      <Body />
    </OwnPage>
  );
}

const base64 = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let i = 0; i < bytes.length; i += 32_768) text += String.fromCodePoint(...bytes.subarray(i, i + 32_768));
  return btoa(text);
};

/** The batch without these rows of the sheet of suppliers and the rows that name them. */
function withoutCompanies(batch: Batch, rowNos: readonly number[]): Batch | null {
  const isOut = (row: ImportRow): boolean => row.sheet === "suppliers" && rowNos.includes(row.rowNo);
  const keys = new Set(batch.rows.filter(isOut).flatMap(({ values }) => values.supplierCode ?? []));
  const rows = batch.rows.filter((row) => !isOut(row) && (row.sheet === "suppliers" || !keys.has(row.values.supplierCode ?? "")));
  const isThere = (importFinding: ImportFinding | ImportChange): boolean =>
    rows.some(({ sheet, rowNo }) => sheet === importFinding.sheet && rowNo === importFinding.rowNo);
  return rows.length ? { ...batch, rows, findings: batch.findings.filter(isThere), changes: batch.changes.filter(isThere) } : null;
}

function useBatch() {
  const [batch, setBatch] = useState<Batch | null>(null);
  const [busy, setBusy] = useState(false);
  const [stale, setStale] = useState(false);
  const during = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      toast.error([words, words]);
    } finally {
      setBusy(false);
    }
  };
  return {
    batch,
    busy,
    stale,
    read: (file: File) =>
      during(async () => {
        const { data } = await call<Omit<Batch, "confirmed">>(at("importRead"), { file: await base64(file) });
        setBatch({ ...data, confirmed: [] });
        setStale(false);
      }),
    check: () =>
      during(async () => {
        const checked = (await call<Checked>(at("importCheck"), { list: batch!.rows })).data;
        setBatch({ ...batch!, ...checked });
        setStale(false);
      }),
    commit: () =>
      during(async () => {
        const came = (await call<Committed>(at("importCommit"), { list: batch!.rows, confirmed: batch!.confirmed })).data;
        const { findings, changes } = came;
        const done = came.done.map((importedCompany) => importedCompany.name);
        toast.info(cameOf(came));
        const keys = new Set(
          batch!.rows
            .filter((row) => row.sheet === "suppliers" && done.includes(row.values.supplierName ?? ""))
            .map((row) => row.values.supplierCode),
        );
        const rows = batch!.rows.filter(
          (row) => !(row.sheet === "suppliers" ? done.includes(row.values.supplierName ?? "") : keys.has(row.values.supplierCode)),
        );
        setBatch(rows.length ? { rows, findings, changes, confirmed: [] } : null);
      }),
    fix: (row: ImportRow, key: string, value: string) => {
      const rows = batch!.rows.map((importRow) =>
        importRow === row ? { ...importRow, values: { ...importRow.values, [key]: value } } : importRow,
      );
      // What was confirmed of the row as it stood is asked again.
      setBatch({ ...batch!, rows, confirmed: batch!.confirmed.filter((answer) => !answer.endsWith(`:${row.rowNo}`)) });
      setStale(true);
    },
    confirm: (confirmed: readonly string[]) => setBatch({ ...batch!, confirmed }),
    /** Takes companies out of the batch, with all that belongs to them. */
    leaveOut: (rowNos: readonly number[]) => setBatch(withoutCompanies(batch!, rowNos)),
    drop: () => setBatch(null),
  };
}

function Body() {
  const say = useText();
  const title = usePageTitle(["供应商导入", "Import suppliers"]);
  const { may: ok } = useViewer();
  const file = useRef<HTMLInputElement>(null);
  const work = useBatch();
  const { batch, busy } = work;
  const suppliers = batch?.rows.filter((row) => row.sheet === "suppliers").length ?? 0;
  const truth = batch
    ? say([
        `${suppliers} 家供应商，${batch.rows.length} 行，${batch.findings.length} 处问题，${batch.changes.length} 处变更${work.stale ? "，已修改，请重新检查" : ""}`,
        `${suppliers} suppliers, ${batch.rows.length} rows, ${batch.findings.length} findings, ${batch.changes.length} changes${work.stale ? ", changed: check again" : ""}`,
      ])
    : say([
        "下载模板，填写工作表后上传。有问题的供应商整家保留，其余照常导入；已有供应商的自由字段直接更新，其他字段和所有银行账户进入信息变更单。",
        "Download the template, fill in its sheets and upload it. Suppliers with errors are left out, the others are imported. For existing suppliers, free fields are updated and protected fields and all bank accounts become a change request.",
      ]);
  return (
    <PageFrame
      title={title}
      truth={truth}
      buttons={
        <>
          {ok("btnDownloadTemplate") ? (
            <Button icon={<FileDown size={14} />} onClick={() => void download(at("downloadTemplate")).then(saveBlob)}>
              {say(["下载模板", "Download template"])}
            </Button>
          ) : null}
          {batch ? (
            <>
              {ok("btnCancelBatch") ? (
                <Button
                  icon={<X size={14} />}
                  onClick={() =>
                    void confirm({ title: ["取消本批次吗？", "Cancel this batch?"], danger: true }).then((yes) => yes && work.drop())
                  }
                >
                  {say(["取消批次", "Cancel batch"])}
                </Button>
              ) : null}
              {ok("btnRecheck") ? (
                <Button icon={<RefreshCw size={14} />} loading={busy} onClick={() => void work.check()}>
                  {say(["重新检查", "Check again"])}
                </Button>
              ) : null}
              {ok("btnCommit") ? (
                <Button type="primary" icon={<Check size={14} />} loading={busy} disabled={work.stale} onClick={() => void work.commit()}>
                  {say(["提交导入", "Commit"])}
                </Button>
              ) : null}
            </>
          ) : ok("btnImport") ? (
            <Button type="primary" icon={<Upload size={14} />} loading={busy} onClick={() => file.current?.click()}>
              {say(["上传文件", "Upload"])}
            </Button>
          ) : null}
          <input
            ref={file}
            type="file"
            accept=".xlsx"
            hidden
            aria-label={say(["选择文件", "Choose a file"])}
            onChange={(event) => {
              const chosen = event.target.files?.[0];
              event.target.value = "";
              if (chosen) void work.read(chosen);
            }}
          />
        </>
      }
    >
      {batch ? (
        <>
          <ImportQuestions batch={batch} confirm={work.confirm} leaveOut={work.leaveOut} />
          <Grid batch={batch} fix={work.fix} />
        </>
      ) : (
        <div className="s-state">
          <span className="s-state-icon" data-tone="primary">
            <FileSpreadsheet size={20} aria-hidden />
          </span>
          <h2>{say(["还没有上传文件", "No profile yet"])}</h2>
          <p>
            {say([
              "上传后逐行检查，在这里改正，确认后才导入。",
              "Rows are checked one by one and can be corrected here. Nothing is imported before you commit.",
            ])}
          </p>
        </div>
      )}
    </PageFrame>
  );
}

/** The rows of a sheet, each cell open for correction, faults in the cell they are about. */
function Grid({ batch, fix }: { readonly batch: Batch; fix(row: ImportRow, key: string, value: string): void }) {
  const say = useText();
  const panel = useId();
  const [now, setNow] = useState<ImportSheet>("suppliers");
  const rows = batch.rows.filter((row) => row.sheet === now);
  const faults = (sheet: ImportSheet): number => batch.findings.filter((finding) => finding.sheet === sheet).length;
  const tabs = sheets.map((key) => ({ key, label: importSheets[key].label, count: faults(key) || undefined, bad: faults(key) > 0 }));
  const { columns } = importSheets[now];
  return (
    <>
      <TabBar tabs={tabs} now={now} label={["工作表", "Sheets"]} panel={panel} choose={(key) => setNow(key as ImportSheet)} />
      <div id={panel} role="tabpanel">
        <PlainTable
          dense
          pinned
          most="calc(100vh - 220px)"
          label={say(importSheets[now].label)}
          rows={rows}
          rowKey={({ rowNo }) => String(rowNo)}
          columns={[
            { key: "row", title: say(["行", "Row"]), width: 44, cell: ({ rowNo }) => rowNo },
            ...columns.map((column) => ({
              key: column.key,
              title: `${say(column.label)}${column.must ? " *" : ""}`,
              width: 160,
              cell: (row: ImportRow) => {
                const isHere = (found: ImportFinding | ImportChange): boolean =>
                  found.sheet === now && found.rowNo === row.rowNo && found.key === column.key;
                const found = batch.findings.filter(isHere);
                const isBad = found.some(({ isQuestion }) => !isQuestion);
                return (
                  <>
                    <Input
                      size="small"
                      style={{ minWidth: 140 }}
                      status={isBad ? "error" : found.length > 0 ? "warning" : ""}
                      aria-label={`${row.rowNo} ${say(column.label)}`}
                      value={row.values[column.key] ?? ""}
                      onChange={(event) => fix(row, column.key, event.target.value)}
                    />
                    {found.map(({ code, msg, isQuestion }) => (
                      <Words key={code + msg} as="p" size="small" tone={isQuestion ? "warning" : "error"}>
                        {msg}
                      </Words>
                    ))}
                    {batch.changes.filter(isHere).map(({ msg, guard }) => (
                      <Words key={msg} as="p" size="small" tone={guard === "FREE" ? "neutral" : "warning"}>
                        {msg}
                      </Words>
                    ))}
                  </>
                );
              },
            })),
          ]}
        />
      </div>
    </>
  );
}
