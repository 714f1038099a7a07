import { Button } from "antd";
import { PanelRightOpen, Printer } from "lucide-react";
import type { ReactNode } from "react";
import type { Lines, Entity } from "../../../entity.ts";
import type { Viewer } from "../../../page-action.ts";
import { offersOf } from "../../../page-action.ts";
import type { Row } from "../../../page-document.ts";
import { fileKeysOf, isShown, stateOf } from "../../../page.ts";
import { useText } from "../../language.ts";
import { ActionBar } from "../action/ActionBar.tsx";
import type { Runner } from "../action/useRunner.tsx";
import { entityCall } from "../entityCall.ts";
import { StatusTag } from "../StatusTag.tsx";
import { CloseDock } from "../../part/CloseDock.tsx";
import { ApprovalBar } from "./approvals.tsx";
import { ApprovalTimeline } from "./ApprovalTimeline.tsx";
import { Facts } from "./Facts.tsx";
import { FilesBlock } from "./FilesBlock.tsx";
import { KeyAmount } from "./KeyAmount.tsx";
import { LinesBrief } from "./LinesBrief.tsx";
import { ToldPanel } from "./ToldPanel.tsx";
import { useLoad } from "./useLoad.ts";
import { titleNow } from "../title.ts";

interface Props {
  readonly entity: Entity;
  readonly row: Row;
  readonly viewer: Viewer;
  readonly runner: Runner;
  /** Replaces the inside; head and foot stay. */
  readonly inside?: ReactNode;
  open?: (() => void) | undefined;
  print?: (() => void) | undefined;
  close(): void;
}

/** One document beside its list: the facts, lines, files and approval, its actions at the foot. */
export function DocumentPanel({ entity, row, viewer, runner, inside, open, print, close }: Props) {
  const say = useText();
  const load = useLoad(`${entity.name}:${String(row["id"])}:${String(row["versionNum"] ?? "")}`, () =>
    entityCall.find(entity, String(row["id"])),
  );
  const doc: Row = { ...row, ...load.data };
  const title = titleNow(entity, doc);
  const lines = Object.entries(entity.lines as Lines).filter(([key]) => isShown(entity, key, viewer.audience));
  const hasActions = offersOf(entity, doc, viewer).length > 0;
  return (
    <aside className="pg-dock" aria-label={`${say(entity.label)} ${title.main}`}>
      {runner.panel ?? (
        <>
          <header className="pg-dock-head">
            <span className="pg-faint">{say(entity.label)}</span>
            <span className="pg-dock-tools">
              {print ? (
                <button type="button" className="s-icon-btn" aria-label={say(["打印", "Print"])} onClick={print}>
                  <Printer size={15} />
                </button>
              ) : null}
              <CloseDock close={close} />
            </span>
            <h2>
              {title.main}
              {title.rest ? <span className="pg-code">{title.rest}</span> : null}{" "}
              {entity.states ? <StatusTag entity={entity} code={stateOf(entity, doc)} /> : null}
            </h2>
            <KeyAmount entity={entity} row={doc} />
          </header>
          <div className="pg-dock-body" tabIndex={0} role="group" aria-label={say(["内容", "Content"])}>
            {inside ?? (
              <>
                <Facts entity={entity} row={doc} audience={viewer.audience} />
                {load.error ? (
                  <p className="pg-note" role="alert">
                    {load.error}
                  </p>
                ) : null}
                {lines.map(([key, line]) => (
                  <LinesBrief key={key} line={line} rows={Array.isArray(doc[key]) ? (doc[key] as Row[]) : []} audience={viewer.audience} />
                ))}
                {fileKeysOf(entity, viewer.audience).map((key) => (
                  <FilesBlock key={key} entity={entity} fieldKey={key} row={doc} showVisibility={viewer.audience !== "supplier"} />
                ))}
                <ApprovalTimeline entity={entity} row={doc} />
                {viewer.audience === "supplier" ? null : <ToldPanel entity={entity} id={String(row["id"])} />}
              </>
            )}
          </div>
          <ApprovalBar entity={entity} row={doc} tight />
          <footer className="pg-dock-foot">
            {hasActions ? (
              <ActionBar entity={entity} row={doc} viewer={viewer} runner={runner} place="foot" room={1} />
            ) : (
              <span className="pg-grow" />
            )}
            {open ? (
              <Button {...(hasActions ? {} : { type: "primary" as const })} icon={<PanelRightOpen size={14} />} onClick={open}>
                {say(["打开", "Open"])}
              </Button>
            ) : null}
          </footer>
        </>
      )}
    </aside>
  );
}
