import { DataTable } from "../DataTable.tsx";
import type { TableConfig } from "../types.ts";
import { orderColumns } from "./List.tsx";
import { over } from "./wire.ts";

const columns = orderColumns.filter((column) => column.children === undefined).slice(0, 5);
const base = { columns, height: 300, showIndex: false } as const;
const no = (more: object) => (): Promise<never> => Promise.reject(Object.assign(new Error("refused"), more));

const configs: readonly TableConfig[] = [
  { ...base, name: "trial.noapi", title: ["没有接口", "No API"] },
  { ...base, name: "trial.empty", title: ["空列表", "Empty"], api: over([]) },
  {
    ...base,
    name: "trial.filter",
    title: ["筛选为空", "Filtered"],
    api: over([]),
    searchParams: { status: "X" },
    onClearFilter: () => undefined,
  },
  { ...base, name: "trial.denied", title: ["无权限", "Denied"], api: no({ code: "PERM_DENIED" }) },
  { ...base, name: "trial.failed", title: ["失败", "Failed"], api: no({ msg: "结算服务没有答复", requestId: "7F3A-21C9" }) },
  { ...base, name: "trial.loading", title: ["加载中", "Loading"], api: () => new Promise(() => undefined) },
];

/** Every reason why a list shows nothing. */
export function States() {
  return (
    <div className="trial-grid">
      {configs.map((config) => (
        <DataTable key={config.name} config={config} />
      ))}
    </div>
  );
}
