import { Button } from "antd";
import { Copy, History, PanelRight, Printer, Trash2 } from "lucide-react";
import { useStore } from "zustand";
import { mayDelete, mayCreate } from "../../../page-action.ts";
import { factsOf, stateOf } from "../../../page.ts";
import { comboText } from "../../keys.ts";
import { useText } from "../../language.ts";
import { ActionBar } from "../action/ActionBar.tsx";
import type { Runner } from "../action/useRunner.tsx";
import { KeyAmount } from "../document/KeyAmount.tsx";
import { FieldText } from "../field/FieldText.tsx";
import { PageHelp } from "../PageHelp.tsx";
import { StatusTag } from "../StatusTag.tsx";
import type { EditModel } from "./editModel.ts";
import type { Saving } from "./useSave.ts";
import { midSentence } from "../../../page-format.ts";
import { titleNow } from "../title.ts";

interface Props {
  readonly model: EditModel;
  readonly runner: Runner;
  readonly saving: Saving;
  readonly editable: boolean;
  print(): void;
  remove(): void;
  copy(): void;
  /** Opens the docked column where it is an overlay, at one of its tabs. */
  side(tab?: string): void;
}

/** The head that stays: what it is, how it stands, what it is worth, and what can be done. */
export function EditHead({ model, runner, saving, editable, print, remove, copy, side }: Props) {
  const say = useText();
  const { entity, viewer } = model;
  const { base, doc, unsaved } = useStore(model.state);
  const title = base ? titleNow(entity, base) : null;
  const facts = factsOf(entity, viewer.audience, 4)
    .filter((c) => c.field.kind === "ref" || c.field.kind === "pick")
    .slice(0, 2);
  const supplier = viewer.audience === "supplier";
  const more = [
    ...(base && !supplier && mayCreate(entity, viewer)
      ? [{ key: "copy", label: say(["复制为新单", "Copy as new"]), icon: <Copy size={14} />, press: copy }]
      : []),
    ...(base && mayDelete(entity, base, viewer)
      ? [{ key: "delete", label: say(["删除", "Delete"]), danger: true, icon: <Trash2 size={14} />, press: remove }]
      : []),
  ];
  return (
    <header className="pg-edit-head">
      <div className="pg-edit-title">
        <h1>
          {title ? title.main : say([`新建${entity.label[0]}`, `New ${midSentence(entity.label[1])}`])}
          {base && entity.states ? <StatusTag entity={entity} code={stateOf(entity, base)} /> : null}
          <PageHelp />
        </h1>
        <p>
          {title?.rest ? <span>{title.rest}</span> : null}
          {facts.map((column) =>
            doc[column.key] ? <FieldText key={column.key} field={column.field} fieldKey={column.key} row={doc} short /> : null,
          )}
          {base === null && unsaved === 0 ? <span>{say(["填写后保存", "Fill in and save"])}</span> : null}
          {unsaved > 0 ? (
            <span className="pg-unsaved">{say([`${unsaved} 处改动未保存`, `${unsaved} unsaved change${unsaved > 1 ? "s" : ""}`])}</span>
          ) : null}
        </p>
      </div>
      <KeyAmount entity={entity} row={doc} />
      <ActionBar
        entity={entity}
        row={base ?? {}}
        viewer={viewer}
        runner={runner}
        place="head"
        primaryKey={comboText("Mod+Enter").replace("Enter", "⏎")}
        saveIsPrimary={editable && base === null}
        more={more}
        save={
          editable ? (
            <Button
              {...(base === null ? { type: "primary" as const } : {})}
              loading={saving.saving}
              disabled={base !== null && unsaved === 0}
              onClick={() => void saving.save()}
            >
              {say(["保存", "Save"])} <kbd>{comboText("Mod+S")}</kbd>
            </Button>
          ) : null
        }
      />
      <span className="pg-edit-icons">
        {base && !supplier ? (
          <button
            type="button"
            className="s-icon-btn"
            aria-label={say(["变更记录", "History"])}
            title={say(["变更记录", "History"])}
            onClick={() => side("history")}
          >
            <History size={16} />
          </button>
        ) : null}
        {base ? (
          <button type="button" className="s-icon-btn" aria-label={say(["打印", "Print"])} title={say(["打印", "Print"])} onClick={print}>
            <Printer size={16} />
          </button>
        ) : null}
        {supplier ? null : (
          <button
            type="button"
            className="s-icon-btn pg-side-toggle"
            aria-label={say(["显示右侧栏", "Show the side column"])}
            onClick={() => side()}
          >
            <PanelRight size={16} />
          </button>
        )}
      </span>
    </header>
  );
}
