import { Stepper } from "#kernel/web/block/Stepper.tsx";
import { useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { useStore } from "zustand";
import type { processTemplate } from "./process-template.entity.ts";

/** The path as it runs: one step after the other, steps of the same number side by side. */
function Chain({ model }: { readonly model: EditModel<typeof processTemplate> }) {
  const say = useText();
  const name = useLookup("SLC_NODE");
  const rows = useStore(model.state, (state) => state.doc.nodes) ?? [];
  const nodes = rows.filter((row) => row.nodeCode);
  if (nodes.length === 0) return null;
  const groups = [...Map.groupBy(nodes, (row) => Number(row.nodeSeq ?? 0))].toSorted(([a], [b]) => a - b);
  return (
    <section className="pg-section" aria-label={say(["路径预览", "The path"])}>
      <h2 className="pg-h2">{say(["路径预览", "The path"])}</h2>
      <Stepper
        label={say(["路径预览", "The path"])}
        stages={groups.map(([seq, group]) =>
          group.map(({ nodeCode, requiredType, slaDays }) => ({
            key: nodeCode ?? "",
            mark: seq,
            title: name.meaning(nodeCode),
            tone: requiredType === "OPTIONAL" || requiredType === "CONDITIONAL" ? undefined : ("info" as const),
            notes: [slaDays ? say([`${slaDays} 天`, `${slaDays} days`]) : ""],
          })),
        )}
      />
    </section>
  );
}

/** A path with its steps drawn above their table. */
export const slots: EditSlots<typeof processTemplate> = { beforeLines: (model) => <Chain model={model} /> };
