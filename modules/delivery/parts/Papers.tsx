import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";
import { useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { ListContext } from "#kernel/web/page/slots.ts";
import type { RowAction } from "#kernel/web/table/types.ts";
import { ChainButton, showChain } from "#modules/demand/web.tsx";
import { Button } from "antd";
import { FileDown, Tags, Waypoints } from "lucide-react";
import { useStore } from "zustand";
import { fetchPaper, textOf } from "./start.tsx";
import "./ship.css";

export interface PaperOf {
  readonly label: Text;
  readonly path: string;
  /** The button that prints it. */
  readonly button: string;
  /** What names the document in the call; "id" unless said. */
  readonly key?: string;
  readonly labels?: true;
  when?(base: Row): boolean;
}

/** What a saved document offers beside its fields: its papers, and the chain of documents it stands in. */
export function Papers({ model, papers }: { readonly model: EditModel; readonly papers: readonly PaperOf[] }) {
  const say = useText();
  const base = useStore(model.state, (state) => state.base);
  if (base === null) return null;
  const id = textOf(base["id"]);
  const offered = papers.filter((paper) => model.viewer.may(paper.button) && (paper.when?.(base) ?? true));
  return (
    <div className="sp-tools">
      {offered.map(({ label, path, key = "id", labels }) => (
        <Button
          key={path}
          icon={labels ? <Tags size={15} /> : <FileDown size={15} />}
          onClick={() => void fetchPaper(path, { [key]: id }, { entity: model.entity.name, id })}
        >
          {say(label)}
        </Button>
      ))}
      <ChainButton of={{ docType: model.entity.name, docId: id }} word />
    </div>
  );
}

/** The same chain from a row of a list. */
export const chainAction = (row: Row, { entity }: ListContext): RowAction => ({
  label: ["单据链", "Document chain"],
  icon: Waypoints,
  handler: () => showChain({ docType: entity.name, docId: textOf(row["id"]) }),
});
