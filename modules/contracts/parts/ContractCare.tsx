import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { Section } from "#kernel/web/block/Section.tsx";
import { Stack } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { useStore } from "zustand";
import { archive } from "../archive/archive.entity.ts";
import type { contract } from "../contract.entity.ts";
import { contractWarning } from "../warning/warning.entity.ts";

const asked = { pageIndex: 1, pageRows: 20, count: "none" } as const;

/** Where the contract is kept, and what wants attention about it; nothing where there is neither. */
export function ContractCare({ model }: { readonly model: EditModel<typeof contract> }) {
  const say = useText();
  const type = useLookup("CCT_WARN_TYPE");
  const base = useStore(model.state, (state) => state.base);
  const id = base?.id && base.signedAt && model.viewer.audience === "internal" ? base.id : null;
  const load = useLoad(`contract-care:${String(id)}`, async () => {
    if (!id) return { kept: [], warnings: [] };
    const [kept, warnings] = await Promise.all([
      entityCall.page(archive, { contractId: id, ...asked }),
      entityCall.page(contractWarning, { contractId: id, state: ["OPEN", "SNOOZED"], ...asked }),
    ]);
    return { kept: kept.data, warnings: warnings.data };
  });
  useChanged(contractWarning.name, load.again);
  const { kept = [], warnings = [] } = load.data ?? {};
  if (kept.length + warnings.length === 0) return null;
  return (
    <Section name="care" title={say(["归档与预警", "Archive and warnings"])}>
      <Stack>
        {kept.length ? (
          <PlainTable
            label={say(["合同档案", "Contract archive"])}
            rows={kept}
            rowKey={(row) => row.id}
            columns={[
              {
                key: "no",
                title: say(["档案号", "Archive no."]),
                cell: (row) => <PageLink href={`/main/cctArchiveList?id=${row.id}`}>{row.archiveNo}</PageLink>,
              },
              { key: "status", title: say(["状态", "Status"]), cell: (row) => <StatusTag entity={archive} code={row.status as never} /> },
              { key: "place", title: say(["存放位置", "Location"]), cell: (row) => row.location },
              { key: "until", title: say(["可销毁日", "May be destroyed on"]), cell: (row) => row.destroyDate ?? "–" },
            ]}
          />
        ) : null}
        {warnings.length ? (
          <PlainTable
            label={say(["合同预警", "Contract warnings"])}
            rows={warnings}
            rowKey={(row) => row.id}
            columns={[
              { key: "type", title: say(["类型", "Type"]), cell: (row) => type.meaning(row.warnType ?? "") },
              { key: "text", title: say(["内容", "Message"]), cell: (row) => say([row.message ?? "", row.messageEn ?? row.message ?? ""]) },
              { key: "due", title: say(["日期", "Due"]), noWrap: true, cell: (row) => row.dueDate ?? "–" },
              {
                key: "state",
                title: say(["状态", "State"]),
                cell: (row) => <StatusTag entity={contractWarning} code={row.state as never} />,
              },
            ]}
          />
        ) : null}
      </Stack>
    </Section>
  );
}
