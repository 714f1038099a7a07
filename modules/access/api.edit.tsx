import { interfaceLog } from "#kernel/platform/outside-log.entity.ts";
import { useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { RowsTable } from "#kernel/web/part/RowsTable.tsx";
import { useStore } from "zustand";
import { ApiGuard } from "./parts/ApiGuard.tsx";
import { ApiSchema } from "./parts/ApiSchema.tsx";
import { ApiTry } from "./parts/ApiTry.tsx";
import { OwnWords } from "./parts/OwnWords.tsx";
import type { api } from "./api.entity.ts";

const columns = ["callTime", "partner", "result", "httpStatus", "costMs", "traceId"] as const;

/** The calls that were written down, newest first. */
function Calls({ model }: { readonly model: EditModel<typeof api> }) {
  const say = useText();
  const base = useStore(model.state, (state) => state.base);
  if (!base || base.serviceCode !== "BASE") return null;
  return (
    <section className="pg-section" aria-label={say(["最近调用", "Latest calls"])}>
      <RowsTable
        entity={interfaceLog}
        name="api.calls"
        where={{ interfaceCode: `${String(base.method)} ${String(base.path)}`.slice(0, 100), direction: ["IN"] }}
        title={["最近调用", "Latest calls"]}
        columns={columns}
        height="content"
        pageSize={5}
        empty={{
          title: ["没有记录的调用", "No calls recorded"],
          detail: ["应用的调用总是记录；其他调用按日志级别记录。", "Calls of apps always are; others follow the log level."],
        }}
      />
    </section>
  );
}

export const slots: EditSlots<typeof api> = {
  fields: {
    summaryCn: (model) => <OwnWords model={model} name="summaryCn" />,
    summaryEn: (model) => <OwnWords model={model} name="summaryEn" />,
    guard: (model) => <OwnWords model={model} name="guard" />,
    deprecated: (model) => <OwnWords model={model} name="deprecated" />,
  },
  beforeLines: (model) => (
    <>
      <ApiGuard model={model} />
      <ApiSchema model={model} />
    </>
  ),
  afterLines: (model) => <Calls model={model} />,
  sidePanel: [{ key: "try", label: ["试用", "Try"], render: (model) => <ApiTry model={model} /> }],
};
