import type { Text } from "#kernel/text.ts";
import { FileDrop } from "#kernel/web/block/FileDrop.tsx";
import { NumberedList } from "#kernel/web/block/ItemList.tsx";
import { Stack } from "#kernel/web/block/layout.tsx";
import { Notice } from "#kernel/web/block/Notice.tsx";
import { call, CallError, download, saveBlob } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { OwnPage, PageFrame, usePageTitle } from "#kernel/web/part/OwnPage.tsx";
import { Check, FileDown, FileSpreadsheet, Upload } from "lucide-react";
import { useRef, useState } from "react";
import { questionsOf, type BookTold } from "./book.ts";
import { BookDiff } from "./parts/BookDiff.tsx";

export const page = { route: "masterWorkbook", title: ["主数据工作簿", "Master data workbook"] };

const at = (name: string): string => `srmServer/v1/setupService/${name}`;

/** All master data in one workbook: downloaded, filled in, checked as a whole, brought in with one press. */
export default function WorkbookPage() {
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

interface Loaded {
  readonly name: string;
  readonly file: string;
  readonly importId: string;
  readonly sheets: readonly BookTold[];
  readonly isWritten: boolean;
}

function useBook() {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [busy, setBusy] = useState(false);
  const during = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast.error(error instanceof CallError ? error : String(error));
    } finally {
      setBusy(false);
    }
  };
  const read = (file: File): Promise<void> =>
    during(async () => {
      const text = await base64(file);
      const { sheets } = (await call<{ readonly sheets: readonly BookTold[] }>(at("checkBook"), { file: text })).data;
      setLoaded({ name: file.name, file: text, importId: crypto.randomUUID(), sheets, isWritten: false });
    });
  const write = (confirmed: readonly string[]): Promise<void> =>
    during(async () => {
      const { file, importId } = loaded!;
      const { sheets } = (await call<{ readonly sheets: readonly BookTold[] }>(at("importBook"), { file, importId, confirmed })).data;
      setLoaded({ ...loaded!, sheets, isWritten: true });
      const wrong = sheets.reduce((sum, sheet) => sum + sheet.counts.wrong, 0);
      if (wrong === 0) toast.success(["导入完成", "Imported"]);
      else
        toast.warning([
          `有 ${wrong} 行未写入：修正后用同一个文件接着导入`,
          `${wrong} rows were not written: correct them and import the same file again`,
        ]);
    });
  return { loaded, busy, during, read, write };
}

function Body() {
  const t = useText();
  const title = usePageTitle(["主数据工作簿", "Master data workbook"]);
  const input = useRef<HTMLInputElement>(null);
  const { loaded, busy, during, read, write } = useBook();
  const [agreed, setAgreed] = useState("");
  const asked = loaded && !loaded.isWritten ? questionsOf(loaded.sheets) : { rows: 0, codes: [] };
  const isOpen = asked.rows > 0 && agreed !== loaded?.importId;
  const count = (of: "new" | "changed" | "wrong"): number => loaded?.sheets.reduce((sum, sheet) => sum + sheet.counts[of], 0) ?? 0;
  const fetchBook = (filled: boolean): void => void during(async () => saveBlob(await download(at("exportBook"), { filled })));
  const truth = loaded
    ? t([
        `${loaded.name}：新增 ${count("new")}，变更 ${count("changed")}，有误 ${count("wrong")}`,
        `${loaded.name}: ${count("new")} new, ${count("changed")} changed, ${count("wrong")} wrong`,
      ])
    : t(["组织、人员、物料、供应商和价格，一个文件一次导入。", "Organisations, people, materials, suppliers and prices, in one file."]);
  return (
    <PageFrame
      title={title}
      truth={truth}
      buttons={
        <>
          <input
            ref={input}
            type="file"
            accept=".xlsx"
            hidden
            aria-label={t(["选择工作簿", "Choose a workbook"])}
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              if (file) void read(file);
              event.target.value = "";
            }}
          />
          <button type="button" className="s-btn" disabled={busy} onClick={() => fetchBook(false)}>
            <FileDown size={14} aria-hidden />
            {t(["下载模板", "Download template"])}
          </button>
          <button type="button" className="s-btn" disabled={busy} onClick={() => fetchBook(true)}>
            <FileSpreadsheet size={14} aria-hidden />
            {t(["导出现有数据", "Export current data"])}
          </button>
          <button
            type="button"
            className="s-btn"
            data-kind={loaded && !loaded.isWritten ? undefined : "primary"}
            disabled={busy}
            onClick={() => input.current?.click()}
          >
            <Upload size={14} aria-hidden />
            {t(["选择文件", "Choose file"])}
          </button>
          {loaded && !loaded.isWritten ? (
            <button
              type="button"
              className="s-btn"
              data-kind="primary"
              disabled={busy || isOpen || count("wrong") > 0 || count("new") + count("changed") === 0}
              onClick={() => void write(asked.codes)}
            >
              <Check size={14} aria-hidden />
              {t([`导入 ${count("new") + count("changed")} 行`, `Import ${count("new") + count("changed")} rows`])}
            </button>
          ) : null}
        </>
      }
    >
      {asked.rows > 0 ? (
        <Notice tone="warning">
          <label>
            <input type="checkbox" checked={!isOpen} onChange={(event) => setAgreed(event.target.checked ? loaded!.importId : "")} />
            {t([
              `${asked.rows} 行需要确认（见行中说明），已核对，仍要导入；不需要的行请从文件中删除`,
              `${asked.rows} ${asked.rows === 1 ? "row needs" : "rows need"} confirming, as told in the row. I have checked: import anyway. Delete rows you do not want from the file`,
            ])}
          </label>
        </Notice>
      ) : null}
      {loaded ? (
        <BookDiff key={loaded.importId} sheets={loaded.sheets} isWritten={loaded.isWritten} />
      ) : (
        <Begin busy={busy} onFile={read} onPress={() => input.current?.click()} />
      )}
    </PageFrame>
  );
}

interface BeginProps {
  readonly busy: boolean;
  onFile(file: File): Promise<unknown>;
  onPress(): void;
}

/** Before a file is chosen: where it goes, and how it is filled in. */
function Begin({ busy, onFile, onPress }: BeginProps) {
  const t = useText();
  return (
    <Stack gap="l" scroll>
      <FileDrop
        title={t(["拖入或选择工作簿", "Drop the workbook here or choose it"])}
        note={t(["xlsx；先看差异，确认后才写入。", "xlsx; you see the difference first, nothing is written before you confirm."])}
        disabled={busy}
        press={onPress}
        take={(file) => void onFile(file)}
      />
      <NumberedList label={t(["怎样使用", "How it works"])} items={how.map((text) => ({ title: t(text) }))} />
    </Stack>
  );
}

const how: readonly Text[] = [
  [
    "工作簿里有组织、员工、账号、品类、物料、价格，以及供应商的联系人、地址、地点和银行账户。",
    "The workbook holds organisations, employees, accounts, categories, materials, prices, and suppliers with contacts, locations, sites and bank accounts.",
  ],
  ["下载模板；已有数据时导出后修改更快。", "Download the template; where data exists, export it and edit it."],
  [
    "每张表填一类数据。后面的表可以引用前面表里的编码，包括本文件中的新行。",
    "Fill in one kind of data per sheet. Later sheets may name rows of earlier ones, new ones included.",
  ],
  [
    "上传后先看差异：新增、变更、不变、有误。没有错误才能导入。",
    "Upload it and read the difference first: new, changed, unchanged, wrong. Nothing is written while a row is wrong.",
  ],
  [
    "银行账户不会直接写入，而是生成变更单，核验后生效。",
    "Bank accounts are not written: they become change requests and count once verified.",
  ],
];
