import { download, saveBlob } from "#kernel/web/call.ts";
import { toast } from "#kernel/web/message.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import type { ListContext } from "#kernel/web/page/slots.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { later } from "#kernel/web/part/later.tsx";
import { Download, FileInput } from "lucide-react";
import { useMemo, useState } from "react";
import { api } from "./api.entity.ts";

export const page = { route: "apiManager", title: ["接口管理", "API manager"] };

const ApiImport = later(() => import("./parts/ApiImport.tsx").then((loaded) => loaded.ApiImport));

/** The definitions of the system whose rows are shown, as a file. */
const exportDefinition = async ({ filter }: ListContext<typeof api>): Promise<void> => {
  try {
    const serviceCode = typeof filter.serviceCode === "string" && filter.serviceCode !== "" ? filter.serviceCode : "BASE";
    saveBlob(await download("baseServer/baseApiService/exportDefinition", { serviceCode }));
  } catch (error) {
    toast.error(error);
  }
};

/** Every call the product answers and those of services beside it: who gets through, how often, and what is written down. */
export default function ApiManager() {
  const [importing, setImporting] = useState<ListContext | null>(null);
  const slots = useMemo(
    () =>
      listSlots<typeof api>({
        rowTone: (row) => (row.enabledFlag === "N" ? "muted" : null),
        toolbar: (context) => [
          ...(context.viewer.may("btnImportDef")
            ? [{ label: ["导入定义", "Import definitions"] as const, icon: FileInput, handler: () => setImporting(context) }]
            : []),
          ...(context.viewer.may("btnExport")
            ? [{ label: ["导出定义", "Export definitions"] as const, icon: Download, handler: () => exportDefinition(context) }]
            : []),
        ],
      }),
    [],
  );
  return (
    <Ground>
      <ListPage entity={api} slots={slots} />
      {importing ? <ApiImport close={() => setImporting(null)} done={importing.reload} /> : null}
    </Ground>
  );
}
