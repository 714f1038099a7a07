import type { Entity } from "#kernel/entity.ts";
import type { Text } from "#kernel/text.ts";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { Section } from "#kernel/web/block/Section.tsx";
import { Stack } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { VersionsPanel } from "#kernel/web/page/document/VersionsPanel.tsx";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { useStore } from "zustand";
import { contract } from "../contract.entity.ts";
import { acceptance } from "../change/acceptance.entity.ts";
import { alteration } from "../change/alteration.entity.ts";
import { termination } from "../change/termination.entity.ts";
import { voiding } from "../change/void.entity.ts";

/** A document that changes or ends the contract. */
interface Entry {
  readonly id: string;
  readonly of: Entity;
  readonly num: string;
  readonly status: string;
  readonly reason: string;
  readonly day: string;
}

const routes = new Map<Entity, string>([
  [alteration, "cctAlterationEdit"],
  [termination, "cctTerminationEdit"],
  [voiding, "cctVoidEdit"],
  [acceptance, "cctAssetAcceptanceEdit"],
]);

type Words = readonly (string | null | undefined)[];
const entry = (of: Entity, id: string, [num, status, reason, at]: Words): Entry => ({
  ...{ id, of, num: num ?? "", status: status ?? "", reason: reason ?? "" },
  day: (at ?? "").slice(0, 10),
});

async function entriesOf(contractId: string, isOurs: boolean): Promise<readonly Entry[]> {
  const asked = { contractId, pageIndex: 1, pageRows: 100, count: "none" } as const;
  const ended = (await entityCall.page(termination, asked)).data.map((row) =>
    entry(termination, row.id, [row.terminateNum, row.status, row.reason, row.creationDate]),
  );
  if (!isOurs) return ended;
  const [changed, voided, accepted] = await Promise.all([
    entityCall.page(alteration, asked),
    entityCall.page(voiding, asked),
    entityCall.page(acceptance, asked),
  ]);
  const found = [
    ended,
    changed.data.map((row) => entry(alteration, row.id, [row.alterNum, row.status, row.reason, row.creationDate])),
    voided.data.map((row) => entry(voiding, row.id, [row.voidNum, row.status, row.reason, row.creationDate])),
    accepted.data.map((row) => entry(acceptance, row.id, [row.acceptNum, row.status, row.openPoints, row.creationDate])),
  ];
  return found.flat().toSorted((a, b) => b.day.localeCompare(a.day) || b.id.localeCompare(a.id));
}

/** What was done to the contract: its versions with any two compared, and the documents that changed or ended it. */
export function ContractChanges({ model }: { readonly model: EditModel<typeof contract> }) {
  const say = useText();
  const base = useStore(model.state, (state) => state.base);
  const id = base && !base.liveId ? base.id : null;
  const isOurs = model.viewer.audience === "internal";
  const load = useLoad(`contract-changes:${String(id)}`, async () => (id ? entriesOf(id, isOurs) : []));
  useChanged(contract.name, load.again);
  if (!id) return null;
  const title = (label: Text): string => say(label);
  return (
    <Section name="changes" title={title(["变更", "Changes"])}>
      <Stack>
        {load.data?.length === 0 ? null : (
          <PanelState
            load={load}
            empty={title(["没有变更、终止、作废或验收", "No change, termination, voiding or acceptance"])}
            isEmpty={(rows) => rows.length === 0}
          >
            {(rows) => (
              <PlainTable
                label={title(["变更、终止、作废与验收", "Changes, terminations, voiding and acceptances"])}
                rows={rows}
                rowKey={(row) => row.id}
                stacked
                columns={[
                  {
                    key: "num",
                    title: title(["单号", "Number"]),
                    noWrap: true,
                    cell: (row) => <PageLink href={`/main/contractManage/${routes.get(row.of)}?id=${row.id}`}>{row.num}</PageLink>,
                  },
                  { key: "kind", title: title(["类别", "Kind"]), cell: (row) => say(row.of.label) },
                  { key: "status", title: title(["状态", "Status"]), cell: (row) => <StatusTag entity={row.of} code={row.status} /> },
                  { key: "reason", title: title(["说明", "Reason"]), cut: true, cell: (row) => row.reason },
                  { key: "day", title: title(["日期", "Date"]), noWrap: true, cell: (row) => row.day },
                ]}
              />
            )}
          </PanelState>
        )}
        <VersionsPanel entity={contract} id={id} />
      </Stack>
    </Section>
  );
}
