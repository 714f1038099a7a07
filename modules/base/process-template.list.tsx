import type { Row } from "#kernel/page-document.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import type { ListSlots } from "#kernel/web/page/slots.ts";
import { openPage } from "#kernel/web/router.ts";
import { processTemplate } from "./process-template.entity.ts";
import "./parts/base.css";

interface Use {
  readonly label: string;
  readonly count: number;
  readonly route: string | null;
}

/** A path beside its list, with what still runs by it. */
function Panel({ row }: { readonly row: Row }) {
  const say = useText();
  const viewer = useViewer();
  const id = String(row["id"]);
  const mayLook = viewer.may("btnViewUsage");
  const load = useLoad(`usage:${id}:${String(row["versionNum"])}`, async () =>
    mayLook ? (await call<readonly Use[]>("srmServer/v1/srmBaseProcessTemplateRestful/listUsage", { id })).data : [],
  );
  return (
    <>
      <Facts entity={processTemplate} row={row} audience={viewer.audience} />
      {mayLook ? (
        <section className="pg-block" aria-label={say(["使用情况", "Where used"])}>
          <h3 className="pg-h3">{say(["使用情况", "Where used"])}</h3>
          <PanelState load={load} empty={say(["没有使用。", "Not used."])} isEmpty={(uses) => uses.every((one) => one.count === 0)}>
            {(uses) => (
              <table className="bd-table">
                <tbody>
                  {uses
                    .filter((one) => one.count > 0)
                    .map((one) => (
                      <tr key={one.label}>
                        <td>
                          {one.route ? (
                            <button type="button" className="pg-link" onClick={() => void openPage({ path: one.route! })}>
                              {one.label}
                            </button>
                          ) : (
                            one.label
                          )}
                        </td>
                        <td className="bd-num">{one.count}</td>
                      </tr>
                    ))}
                </tbody>
              </table>
            )}
          </PanelState>
        </section>
      ) : null}
    </>
  );
}

/** Paths of introduction, each with what uses it. */
export const slots: ListSlots = { sidePanel: (row) => <Panel key={String(row["id"])} row={row} /> };
