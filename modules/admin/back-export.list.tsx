import type { Row } from "#kernel/page-document.ts";
import { backExport } from "#kernel/platform/excel.entity.ts";
import { call, download, saveBlob } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import type { ListContext } from "#kernel/web/page/slots.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { onPush } from "#kernel/web/push.ts";
import { Download } from "lucide-react";
import { useEffect } from "react";

export const page = { route: "reportBackExportList", title: ["后台导出", "Background exports"] };

const door = "reportServer/v1/baseReportBackExportRestful";

async function take(id: unknown): Promise<void> {
  try {
    saveBlob(await download(`${door}/download`, { id }));
    tellChanged({ entity: backExport.name, id: String(id) });
  } catch (error) {
    toast.error(error);
  }
}

/** Hears how far the exports are; without the push the rows of unfinished ones are asked for now and then. */
function Live({ context }: { readonly context: ListContext }) {
  const { reload } = context;
  useEffect(() => onPush("export", reload), [reload]);
  useEffect(() => {
    const timer = setInterval(() => {
      void call<readonly unknown[]>(`${door}/listByPage`, { status: ["WAITING", "RUNNING"], pageRows: 1, count: "none" }).then(
        ({ data }) => data.length > 0 && reload(),
        () => undefined,
      );
    }, 5_000);
    return () => clearInterval(timer);
  }, [reload]);
  return null;
}

/** Bytes as people say them. */
function sizeText(bytes: unknown): string {
  if (bytes === null || bytes === undefined) return "";
  const size = Number(bytes);
  if (size < 1024) return `${size} B`;
  return size < 1024 * 1024 ? `${(size / 1024).toFixed(1)} KB` : `${(size / 1024 / 1024).toFixed(1)} MB`;
}

/** The file's name takes it away as soon as it is there. */
function FileName({ row }: { readonly row: Row }) {
  const say = useText();
  const name = String(row["fileName"] ?? "");
  if (row["status"] !== "DONE") return name;
  return (
    <button
      type="button"
      className="pg-link"
      title={name}
      aria-label={`${say(["下载", "Download"])} ${name}`}
      onClick={() => void take(row["id"])}
    >
      <Download size={13} aria-hidden /> {name}
    </button>
  );
}

const slots = listSlots({
  hideNew: true,
  head: (context) => <Live context={context} />,
  cells: {
    fileName: { width: 260, render: (row) => <FileName row={row} /> },
    progress: { cellType: "progress", width: 140 },
    fileSize: { render: (row) => sizeText(row["fileSize"]) },
  },
  rowTone: (row) => (row["status"] === "EXPIRED" || row["status"] === "CANCELLED" ? "muted" : null),
  rowActions: (row) => (row["status"] === "DONE" ? [{ label: ["下载", "Download"], handler: () => take(row["id"]) }] : []),
});

/** My background exports: how far they are, and taking them away. */
export default function BackExports() {
  return (
    <Ground>
      <ListPage entity={backExport} slots={slots} />
    </Ground>
  );
}
