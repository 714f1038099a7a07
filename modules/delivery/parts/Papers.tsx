import { textOf } from "#kernel/page-format.ts";
import type { Entity } from "#kernel/entity.ts";
import type { Seen } from "#kernel/seen.ts";
import type { Text } from "#kernel/text.ts";
import { Inline } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { ListContext } from "#kernel/web/page/slots.ts";
import type { RowAction } from "#kernel/web/table/types.ts";
import { ChainButton, showChain } from "#modules/demand/web.tsx";
import { Button } from "antd";
import { FileDown, Tags, Waypoints } from "lucide-react";
import { useStore } from "zustand";
import type { note } from "../note.entity.ts";
import type { notice } from "../notice.entity.ts";
import type { receive } from "../receive.entity.ts";
import type { writeOff } from "../write-off.entity.ts";
import { fetchPaper } from "./start.tsx";

interface PaperOf<E extends Entity> {
  readonly label: Text;
  readonly path: string;
  /** The button that prints it. */
  readonly button: string;
  /** What names the document in the call; "id" unless said. */
  readonly key?: string;
  readonly labels?: true;
  when?(base: Seen<E>): boolean;
}

/** What a saved document offers beside its fields: its papers, and the chain of documents it stands in. */
export function Papers<E extends Entity>({ model, papers }: { readonly model: EditModel<E>; readonly papers: readonly PaperOf<E>[] }) {
  const say = useText();
  const base = useStore(model.state, (state) => state.base);
  if (base === null) return null;
  const id = textOf(base.id);
  const offered = papers.filter((paper) => model.viewer.may(paper.button) && (paper.when?.(base) ?? true));
  return (
    <Inline>
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
    </Inline>
  );
}

/** Papers and chain from a row of a list. */
export const paperActions = <E extends Entity>(
  papers: readonly PaperOf<E>[],
  row: Seen<E>,
  context: Pick<ListContext<E>, "entity" | "viewer">,
): readonly RowAction<Seen<E>>[] => [
  ...papers
    .filter((paper) => context.viewer.may(paper.button) && (paper.when?.(row) ?? true))
    .map(({ label, path, key = "id", labels }) => ({
      label,
      icon: labels ? Tags : FileDown,
      handler: () => fetchPaper(path, { [key]: row.id }, { entity: context.entity.name, id: textOf(row.id) }),
    })),
  {
    label: ["单据链", "Document chain"],
    icon: Waypoints,
    handler: () => showChain({ docType: context.entity.name, docId: textOf(row.id) }),
  },
];

/** The note with its QR, and the labels of its boxes. */
export const notePapers: readonly PaperOf<typeof note>[] = [
  { label: ["送货单 PDF", "Note as PDF"], path: "srmPurDeliveryNoteRestful/printPdf", button: "btnPrint" },
  {
    label: ["条码标签 PDF", "Labels as PDF"],
    path: "srmPurBarcodeRestful/printLabels",
    button: "btnPrintBarcode",
    key: "noteId",
    labels: true,
    when: (row) => Number(row.totalBoxes ?? 0) > 0,
  },
];

export const receivePapers: readonly PaperOf<typeof receive>[] = [
  {
    label: ["收货单 PDF", "Receipt slip as PDF"],
    path: "srmPurReceiveRestful/printPdf",
    button: "btnPrint",
    when: (row) => row.status !== "DRAFT",
  },
];

export const writeOffPapers: readonly PaperOf<typeof writeOff>[] = [
  {
    label: ["退货单 PDF", "Return slip as PDF"],
    path: "srmPurWriteOffRestful/printPdf",
    button: "btnPrint",
    when: (row) => row.status === "POSTED",
  },
];

export const noticePapers: readonly PaperOf<typeof notice>[] = [
  { label: ["送货通知 PDF", "Notice as PDF"], path: "srmPurDeliveryNoticeRestful/printPdf", button: "btnPrint" },
];
