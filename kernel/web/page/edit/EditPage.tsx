import { useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import type { Entity } from "../../../entity.ts";
import type { Row } from "../../../page-document.ts";
import { useDraft } from "../../draft.ts";
import { toast } from "../../message.ts";
import { useTab } from "../../tabs.ts";
import { ApprovalBar } from "../document/approvals.tsx";
import { PrintView } from "../document/PrintView.tsx";
import { useLoad } from "../document/useLoad.ts";
import { entityCall } from "../entityCall.ts";
import { RecordWindow } from "../RecordWindow.tsx";
import { useShown } from "../shown.ts";
import type { EditSlots, Paper } from "../slots.ts";
import { EditWaiting } from "../states.tsx";
import { useViewer } from "../viewer.ts";
import type { PageViewer } from "../viewer.ts";
import { EditHead } from "./EditHead.tsx";
import { useBeginning } from "./beginning.ts";
import { createEditModel } from "./editModel.ts";
import type { EditModel, KeptDraft } from "./editModel.ts";
import { ErrorSentence } from "./ErrorSentence.tsx";
import { FilesSections } from "./FilesSection.tsx";
import { handed } from "./handOver.ts";
import { HeaderSections } from "./HeaderSections.tsx";
import { LineSections } from "./LineSections.tsx";
import { NewerNote, useFresh } from "./Newer.tsx";
import { OwnedSections } from "./OwnedSections.tsx";
import { useReread } from "./reread.ts";
import { RevisionHead } from "./RevisionHead.tsx";
import { SectionLinks } from "./SectionLinks.tsx";
import { SideColumn } from "./SideColumn.tsx";
import { SingleSections } from "./SingleSections.tsx";
import { StaleDialog } from "./StaleDialog.tsx";
import { useDocument } from "./useDocument.ts";

interface Props {
  readonly entity: Entity;
  readonly slots?: EditSlots | undefined;
}

/** The page of one document, with the slots of its own entity. */
export function EditPage<E extends Entity>({ entity, slots }: { readonly entity: E; readonly slots?: EditSlots<E> | undefined }) {
  return <DocumentPage entity={entity} slots={slots as EditSlots | undefined} />;
}

/** The page of one document, made from its declaration: read as text, edited where its state and the reader's grants allow. */
function DocumentPage({ entity, slots }: Props) {
  const tab = useTab();
  const viewer = useViewer();
  const asked = tab.query["id"] || null;
  const id = asked === "new" ? null : asked;
  const [ready, setReady] = useState(() => handed<Entity>(id));
  const load = useLoad(`${entity.name}:${id ?? "new"}`, async () => {
    // What the page before handed over is good for the first look only.
    setReady(undefined);
    return ready ?? (id === null ? null : entityCall.find(entity, id));
  });
  const [opened, setOpened] = useState(false);
  const complete = viewer.known && !load.error && (!load.loading || load.data !== null);
  if (complete && !opened) setOpened(true);
  if (!opened) return <EditWaiting label={entity.label} error={load.error} again={load.again} />;
  return <Opened key={id ?? "new"} entity={entity} viewer={viewer} document={load.data} slots={slots} />;
}

/** Holds the model of an opened document: grants and newer versions that come later are taken in, what is edited stays. */
function Opened({ entity, viewer, document, slots }: Props & { readonly viewer: PageViewer; readonly document: Row | null }) {
  const tab = useTab();
  const made = useRef<EditModel | null>(null);
  const keptDraft = useDraft<KeptDraft | undefined>(tab.key, () => made.current?.draft());
  const [model] = useState(() => {
    const next = createEditModel(entity, viewer, document, keptDraft);
    if (document === null && keptDraft === undefined) start(next, tab.query["from"] ?? "");
    return next;
  });
  made.current = model;
  useBeginning(model, document !== null || keptDraft !== undefined || Boolean(tab.query["from"]));
  // While grants are asked anew, those known before count on.
  const reader = useRef(viewer);
  if (viewer.known) reader.current = viewer;
  model.see(reader.current);
  useFresh(model, document);
  useReread(model, document);
  const told = useRef(false);
  useEffect(() => {
    if (keptDraft === undefined || told.current) return;
    told.current = true;
    toast.info(["已恢复上次未保存的内容", "Your unsaved changes were restored"]);
  }, [keptDraft]);
  return <Document model={model} viewer={reader.current} slots={slots} />;
}

/** A copy begins with what another page handed over. */
function start(model: EditModel, from: string): void {
  const source = handed<Entity>(from ? `copy:${from}` : null);
  if (!source) return;
  model.patch(Object.fromEntries(Object.entries(source).filter(([, value]) => !Array.isArray(value))));
  for (const [name, store] of Object.entries(model.lines))
    if (Array.isArray(source[name])) store.insert(source[name] as Record<string, unknown>[]);
}

function Document({
  model,
  viewer,
  slots,
}: {
  readonly model: EditModel;
  readonly viewer: PageViewer;
  readonly slots: EditSlots | undefined;
}) {
  const tab = useTab();
  const body = useRef<HTMLDivElement>(null);
  const base = useStore(model.state, (state) => state.base);
  const [side, setSide] = useState<{ readonly tab: string; readonly open: boolean | null }>({ tab: "", open: null });
  const [printing, setPrinting] = useState(tab.query["print"] === "1");
  const shown = useShown();
  const detail = tab.query["mode"] === "detail" || tab.query["readonly"] === "Y";
  const editable = !detail && model.editable();
  const { saving, runner, remove, copy } = useDocument(model, viewer, editable, slots?.asks);
  const supplier = viewer.audience === "supplier";
  const paper = (row: Row): Paper => ({
    row,
    audience: viewer.audience,
    unsaved: model.state.getState().unsaved,
    close: () => (setPrinting(false), tab.query["print"] === "1" && tab.close()),
  });
  return (
    <div className={supplier ? "pg-edit pg-supplier" : "pg-edit"} data-document>
      <EditHead
        model={model}
        runner={runner}
        saving={saving}
        editable={editable}
        print={() => setPrinting(true)}
        remove={() => void remove()}
        copy={() => void copy()}
        side={(key) => setSide((now) => ({ tab: key ?? now.tab, open: key !== undefined || !now.open }))}
      />
      <div className="pg-edit-main">
        <div className="pg-edit-body" ref={body}>
          <SectionLinks model={model} slots={slots} body={body} />
          <div className="pg-edit-content">
            <NewerNote model={model} />
            <ErrorSentence model={model} />
            <RevisionHead model={model} />
            {slots?.head ? <div className="pg-over">{slots.head(model)}</div> : null}
            <HeaderSections model={model} editable={editable} slots={slots} part="over" />
            {slots?.beforeLines?.(model)}
            <LineSections model={model} editable={editable} slots={slots} />
            <HeaderSections model={model} editable={editable} slots={slots} part="under" />
            <SingleSections model={model} editable={editable} slots={slots} />
            <OwnedSections model={model} viewer={viewer} slots={slots} />
            {slots?.afterLines?.(model)}
            {slots?.hideSections?.includes("files") ? null : <FilesSections model={model} editable={editable} />}
          </div>
        </div>
        {runner.panel ??
          (supplier && !slots?.sidePanel ? null : (
            <SideColumn
              model={model}
              tab={side.tab}
              open={side.open}
              panels={slots?.sidePanel?.filter((panel) => panel.when?.() ?? true)}
              choose={(key) => setSide({ tab: key, open: true })}
              close={() => setSide((now) => ({ ...now, open: false }))}
            />
          ))}
      </div>
      {base ? <ApprovalBar entity={model.entity} row={base} /> : null}
      {runner.dialogs}
      <StaleDialog model={model} />
      <RecordWindow />
      {printing && base && shown ? (slots?.print?.(paper(base)) ?? <PrintView entity={model.entity} {...paper(base)} />) : null}
    </div>
  );
}
