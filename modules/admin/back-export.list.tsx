import { backExport } from "#kernel/platform/excel.entity.ts";
import { call, download, saveBlob } from "#kernel/web/call.ts";
import { toast } from "#kernel/web/message.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import type { ListContext } from "#kernel/web/page/slots.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { onPush } from "#kernel/web/push.ts";
import { Download } from "lucide-react";
import { useEffect } from "react";

export const page = { route: "reportBackExportList", title: ["后台导出", "Background exports"] };

const door = "reportServer/v1/baseReportBackExportRestful";

async function take(id: unknown, { reload }: ListContext): Promise<void> {
  try {
    saveBlob(await download(`${door}/download`, { id }));
    reload();
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

const slots = listSlots({
  hideNew: true,
  head: (context) => <Live context={context} />,
  cells: { progress: { cellType: "progress", width: 140 } },
  rowTone: (row) => (row["status"] === "EXPIRED" || row["status"] === "CANCELLED" ? "muted" : null),
  rowActions: (row, context) =>
    row["status"] === "DONE"
      ? [{ label: ["下载", "Download"], icon: Download, resourceCode: "btnDownload", handler: () => take(row["id"], context) }]
      : [],
});

/** My background exports: how far they are, and taking them away. */
export default function BackExports() {
  return (
    <Ground>
      <ListPage entity={backExport} slots={slots} />
    </Ground>
  );
}
