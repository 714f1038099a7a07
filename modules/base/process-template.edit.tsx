import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { useStore } from "zustand";
import "./parts/base.css";

/** The path as it runs: one step after the other, steps of the same number side by side. */
function Chain({ model }: { readonly model: EditModel }) {
  const say = useText();
  const name = useLookup("SLC_NODE");
  const rows = useStore(model.state, (state) => (state.doc["nodes"] as readonly Row[] | undefined) ?? []);
  const nodes = rows.filter((row) => row["nodeCode"]);
  if (nodes.length === 0) return null;
  const groups = [...Map.groupBy(nodes, (row) => Number(row["nodeSeq"] ?? 0))].toSorted(([a], [b]) => a - b);
  return (
    <section className="pg-section" aria-label={say(["路径预览", "The path"])}>
      <h2 className="pg-h2">{say(["路径预览", "The path"])}</h2>
      <ol className="bd-chain">
        {groups.map(([seq, group]) => (
          <li key={seq}>
            <span className="bd-group">
              {group.map((row) => (
                <span key={String(row["nodeCode"])} className="bd-node" data-kind={String(row["requiredType"])}>
                  {name.meaning(row["nodeCode"])}
                  {row["slaDays"] ? <small>{say([`${String(row["slaDays"])} 天`, `${String(row["slaDays"])} days`])}</small> : null}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A path with its steps drawn above their table. */
export const slots: EditSlots = { beforeLines: (model) => <Chain model={model} /> };
