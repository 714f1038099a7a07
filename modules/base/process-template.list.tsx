import type { Seen } from "#kernel/seen.ts";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import type { ListSlots } from "#kernel/web/page/slots.ts";
import { processTemplate } from "./process-template.entity.ts";

interface Use {
  readonly label: string;
  readonly count: number;
  readonly route: string | null;
}

/** A path beside its list, with what still runs by it. */
function Panel({ row }: { readonly row: Seen<typeof processTemplate> }) {
  const say = useText();
  const viewer = useViewer();
  const id = String(row.id);
  const mayLook = viewer.may("btnViewUsage");
  const load = useLoad(`usage:${id}:${String(row.versionNum)}`, async () =>
    mayLook ? (await call<readonly Use[]>("srmServer/v1/srmBaseProcessTemplateRestful/listUsage", { id })).data : [],
  );
  return (
    <>
      <Facts entity={processTemplate} row={row} audience={viewer.audience} />
      {mayLook ? (
        <section className="pg-block" aria-label={say(["使用情况", "Where used"])}>
          <h3 className="pg-h3">{say(["使用情况", "Where used"])}</h3>
          <PanelState load={load} empty={say(["没有使用。", "Not used."])} isEmpty={(uses) => uses.every((use) => use.count === 0)}>
            {(uses) => (
              <ItemList>
                {uses
                  .filter(({ count }) => count > 0)
                  .map(({ label, count, route }) => (
                    <Item key={label} title={route ? <PageLink href={`/main/${route}`}>{label}</PageLink> : label} end={count} />
                  ))}
              </ItemList>
            )}
          </PanelState>
        </section>
      ) : null}
    </>
  );
}

/** Paths of introduction, each with what uses it. */
export const slots: ListSlots<typeof processTemplate> = { sidePanel: (row) => <Panel key={String(row.id)} row={row} /> };
