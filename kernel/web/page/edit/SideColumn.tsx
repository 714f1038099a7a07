import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { hasVersions } from "../../../versioned.ts";
import { useText } from "../../language.ts";
import { ScrolledTabs } from "../../part/ScrolledTabs.tsx";
import { ApprovalTimeline } from "../document/ApprovalTimeline.tsx";
import { ApprovalSheet, isApproved, isInApproval } from "../document/approvals.tsx";
import { ChainPanel } from "../document/ChainPanel.tsx";
import { HistoryPanel } from "../document/HistoryPanel.tsx";
import { ToldPanel } from "../document/ToldPanel.tsx";
import { VersionsPanel } from "../document/VersionsPanel.tsx";
import { WhereUsed } from "../document/WhereUsed.tsx";
import type { SidePanel } from "../slots.ts";
import { CheckPanel } from "./CheckPanel.tsx";
import type { EditModel } from "./editModel.ts";
import { problemList } from "./problemList.ts";

interface Props {
  readonly model: EditModel;
  readonly tab: string;
  readonly panels?: readonly SidePanel[] | undefined;
  /** Shown or not, where the reader said so; before that it is shown when it has something to say. */
  readonly open: boolean | null;
  choose(tab: string): void;
  close(): void;
}

/** What the column has to say by itself, the most pressing first: an approval on its way, a problem, or what explains the lines being written. */
function speaking(model: EditModel, panels: readonly SidePanel[], problems: number, waits: boolean): string | null {
  if (problems > 0) return "check";
  if (waits) return "approval";
  return panels.find((panel) => panel.speaks?.(model))?.key ?? null;
}

/** The docked column of an edit page: what explains the document being worked on. */
export function SideColumn({ model, tab, panels = [], open, choose, close }: Props) {
  const say = useText();
  const state = useStore(model.state);
  const id = state.base ? String(state.base["id"]) : null;
  const problems = problemList(model, state).length;
  const approved = id !== null && isApproved(model.entity);
  const sheet = {
    key: "approval",
    label: say(["审批", "Approval"]),
    draw: () => <ApprovalSheet entity={model.entity} row={state.base!} />,
  };
  const waits = approved && isInApproval(model.entity, state.base!);
  const tabs: readonly { key: string; label: string; count?: number; draw: () => ReactNode }[] = [
    ...(waits ? [sheet] : []),
    { key: "check", label: say(["检查", "Check"]), count: problems, draw: () => <CheckPanel model={model} /> },
    ...panels.map((panel) => ({ key: panel.key, label: say(panel.label), draw: () => panel.render(model) })),
    ...(approved && !waits ? [sheet] : []),
    ...(id !== null && hasVersions(model.entity)
      ? [{ key: "versions", label: say(["版本", "Versions"]), draw: () => <VersionsPanel entity={model.entity} id={id} /> }]
      : []),
    ...(id === null || model.viewer.audience === "supplier"
      ? []
      : [
          {
            key: "history",
            label: say(["记录", "History"]),
            draw: () => (
              <>
                {approved ? null : <ApprovalTimeline entity={model.entity} row={state.base!} />}
                <ToldPanel entity={model.entity} id={id} />
                <HistoryPanel entity={model.entity} id={id} version={state.base?.["versionNum"]} />
              </>
            ),
          },
          { key: "used", label: say(["被引用", "Used by"]), draw: () => <WhereUsed entity={model.entity} id={id} /> },
          { key: "chain", label: say(["单据链", "Chain"]), draw: () => <ChainPanel entity={model.entity} row={state.base!} /> },
        ]),
  ];
  const own = speaking(model, panels, problems, waits);
  const now = tabs.find((candidate) => candidate.key === (tab || own)) ?? tabs[0]!;
  const label = say(["单据旁注", "About this document"]);
  if (!(open ?? own !== null))
    return (
      <div className="pg-rail" role="tablist" aria-orientation="vertical" aria-label={label}>
        {tabs.map((entry) => (
          <button key={entry.key} type="button" role="tab" aria-selected={false} onClick={() => choose(entry.key)}>
            {entry.label}
            {entry.count ? <span className="pg-pill pg-pill-bad">{entry.count}</span> : null}
          </button>
        ))}
      </div>
    );
  return (
    <aside className={`pg-side${open ? " pg-side-open" : ""}`} aria-label={label}>
      <div className="pg-side-tabs">
        <ScrolledTabs
          label={label}
          className="pg-side-list"
          choices={tabs.map((entry) => ({ key: entry.key, label: entry.label, run: () => choose(entry.key) }))}
          now={now.key}
        >
          {tabs.map((entry) => (
            <button key={entry.key} type="button" role="tab" aria-selected={entry === now} onClick={() => choose(entry.key)}>
              {entry.label}
              {entry.count ? <span className="pg-pill pg-pill-bad">{entry.count}</span> : null}
            </button>
          ))}
        </ScrolledTabs>
        <button
          type="button"
          className="s-icon-btn pg-side-close"
          aria-label={say(["收起", "Fold"])}
          title={say(["收起", "Fold"])}
          onClick={close}
        >
          <X size={16} />
        </button>
      </div>
      <div className="pg-side-body" role="tabpanel" aria-label={now.label} tabIndex={0}>
        {now.draw()}
      </div>
    </aside>
  );
}
