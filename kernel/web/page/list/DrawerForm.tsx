import { Button, Drawer } from "antd";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import type { Entity } from "../../../entity.ts";
import type { Row } from "../../../page-document.ts";
import { stateOf } from "../../../page.ts";
import { hasVersions } from "../../../versioned.ts";
import { useText } from "../../language.ts";
import { comboText, useKey } from "../../keys.ts";
import { discardChanges } from "../../message.ts";
import { ActionBar } from "../action/ActionBar.tsx";
import type { Runner } from "../action/useRunner.tsx";
import { createEditModel } from "../edit/editModel.ts";
import type { EditModel } from "../edit/editModel.ts";
import { ErrorSentence } from "../edit/ErrorSentence.tsx";
import { HeaderSections } from "../edit/HeaderSections.tsx";
import { LineSections } from "../edit/LineSections.tsx";
import { RevisionHead } from "../edit/RevisionHead.tsx";
import { useReread } from "../edit/reread.ts";
import { StaleDialog } from "../edit/StaleDialog.tsx";
import { useSave } from "../edit/useSave.ts";
import { useLoad } from "../document/useLoad.ts";
import { HistoryPanel } from "../document/HistoryPanel.tsx";
import { VersionsPanel } from "../document/VersionsPanel.tsx";
import { WhereUsed } from "../document/WhereUsed.tsx";
import { entityCall } from "../entityCall.ts";
import type { EditSlots } from "../slots.ts";
import { StatusTag } from "../StatusTag.tsx";
import type { PageViewer } from "../viewer.ts";
import { midSentence } from "../../../page-format.ts";
import { titleNow } from "../title.ts";

interface Props {
  readonly entity: Entity;
  readonly viewer: PageViewer;
  readonly runner: Runner;
  /** null makes a new one */
  readonly id: string | null;
  readonly start?: Row | undefined;
  readonly slots?: EditSlots | undefined;
  close(): void;
}

/** The edit page of a simple master, beside its list: the same form, checks and guards, without a tab of its own. */
export function DrawerForm({ entity, viewer, runner, id, start, slots, close }: Props) {
  const load = useLoad(`${entity.name}:${id ?? "new"}`, async () => (id === null ? null : entityCall.find(entity, id)));
  const [made, setMade] = useState<{ readonly id: string | null; readonly model: EditModel } | null>(null);
  const model = made !== null && made.id === id ? made.model : null;
  useEffect(() => {
    // once filled in it stays, also when grants arrive late or the page was hidden and is shown again
    if (load.loading || load.error || model !== null) return;
    const next = createEditModel(entity, viewer, load.data);
    if (load.data === null && start) next.begin(start);
    setMade({ id, model: next });
    // oxlint-disable-next-line react/exhaustive-deps
  }, [entity, id, load.loading, load.error]);
  const say = useText();
  if (model === null)
    return (
      <Drawer open size={720} title={say(entity.label)} onClose={close}>
        {load.error ? (
          <p className="pg-note" role="alert">
            {load.error}{" "}
            <Button size="small" onClick={load.again}>
              {say(["重试", "Retry"])}
            </Button>
          </p>
        ) : null}
      </Drawer>
    );
  return <Filled model={model} document={load.data} runner={runner} slots={slots} close={close} />;
}

function Filled({
  model,
  document,
  runner,
  slots,
  close,
}: {
  readonly model: EditModel;
  readonly document: Row | null;
  readonly runner: Runner;
  readonly slots: EditSlots | undefined;
  close(): void;
}) {
  const say = useText();
  const { entity, viewer } = model;
  const { base, doc, unsaved } = useStore(model.state);
  useReread(model, document);
  const save = useSave(model, close);
  const editable = model.editable();
  const title = base ? titleNow(entity, base) : null;
  const leave = async (): Promise<void> => {
    if (await discardChanges(unsaved)) close();
  };
  useKey("Mod+S", ["保存", "Save"], () => void save.save());
  return (
    <Drawer
      open
      size={Object.keys(model.lines).length > 0 ? 960 : 720}
      className="pg-drawer"
      styles={{ mask: { background: "transparent" } }}
      onClose={() => void leave()}
      title={
        <span className="pg-drawer-title">
          {title ? `${title.main} ${title.rest}` : say([`新建${entity.label[0]}`, `New ${midSentence(entity.label[1])}`])}
          {base && entity.states ? <StatusTag entity={entity} code={stateOf(entity, base)} /> : null}
          {unsaved > 0 ? <span className="pg-unsaved">{say([`${unsaved} 处改动未保存`, `${unsaved} unsaved`])}</span> : null}
        </span>
      }
      footer={
        <ActionBar
          entity={entity}
          row={base ?? {}}
          viewer={viewer}
          runner={runner}
          place="foot"
          saveIsPrimary={editable}
          save={
            editable ? (
              <Button type="primary" loading={save.saving} disabled={unsaved === 0 && base !== null} onClick={() => void save.save()}>
                {say(["保存", "Save"])} <kbd>{comboText("Mod+S")}</kbd>
              </Button>
            ) : null
          }
          more={[]}
        />
      }
    >
      <ErrorSentence model={model} />
      <RevisionHead model={model} />
      <HeaderSections model={model} editable={editable} columns={2} slots={slots} />
      <LineSections model={model} editable={editable} slots={slots} />
      {base ? (
        <>
          <section className="pg-block">
            <h2 className="pg-h3">{say(["被谁使用", "Where used"])}</h2>
            <WhereUsed entity={entity} id={String(base["id"])} />
          </section>
          {hasVersions(entity) ? (
            <section className="pg-block">
              <h2 className="pg-h3">{say(["版本", "Versions"])}</h2>
              <VersionsPanel entity={entity} id={String(base["id"])} />
            </section>
          ) : null}
          <section className="pg-block">
            <h2 className="pg-h3">{say(["变更记录", "History"])}</h2>
            <HistoryPanel entity={entity} id={String(base["id"])} version={doc["versionNum"]} />
          </section>
        </>
      ) : null}
      <StaleDialog model={model} />
    </Drawer>
  );
}
