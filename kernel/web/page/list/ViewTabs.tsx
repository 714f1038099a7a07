import { Popover } from "antd";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { Entity } from "../../../entity.ts";
import { listOf, viewsOf } from "../../../page.ts";
import { useText } from "../../language.ts";
import { later } from "../../part/later.tsx";
import { ScrolledTabs } from "../../part/ScrolledTabs.tsx";
import { useViewer } from "../viewer.ts";
import type { SavedViews } from "./savedViews.ts";
import type { Filters } from "./useFilters.ts";

const SavedMenu = later(() => import("./SavedMenu.tsx").then((loaded) => loaded.SavedMenu));
const SaveViewForm = later(() => import("./SaveViewForm.tsx").then((loaded) => loaded.SaveViewForm));

type Counts = Readonly<Record<string, { readonly count: number; readonly capped?: boolean }>>;

interface Props {
  readonly entity: Entity;
  readonly list: string | undefined;
  readonly filters: Filters;
  readonly saved: SavedViews;
  readonly counts: Counts | null;
}

export const countText = (current: { readonly count: number; readonly capped?: boolean }): string =>
  `${current.count.toLocaleString("en-US")}${current.capped ? "+" : ""}`;

/** Saved views over the filters, each with its count; what is on screen can be kept as one more. */
export function ViewTabs({ entity, list, filters, saved, counts }: Props) {
  const say = useText();
  const declared = viewsOf(entity, list, useViewer().audience).map((view) => ({ key: view.key, label: say(view.label) }));
  const all = { key: "", label: say(["全部", "All"]) };
  const views = listOf(entity, list).opens ? [...declared, all] : [all, ...declared];
  const choices = [
    ...views.map((view) => ({ key: view.key, label: view.label, run: () => filters.choose(view.key) })),
    ...(saved.list ?? []).map((view) => ({ key: view.id, label: view.schemeName, run: () => filters.choose(view.id, view) })),
  ];
  return (
    <div className="pg-views">
      <ScrolledTabs label={say(["视图", "Views"])} className="pg-viewtabs" choices={choices} now={filters.saved?.id ?? filters.view}>
        {views.map((view) => (
          <button
            key={view.key}
            type="button"
            role="tab"
            aria-selected={filters.view === view.key && !filters.saved}
            className="pg-view"
            onClick={() => filters.choose(view.key)}
          >
            {view.label}
            <Count counts={counts} of={view.key || "all"} />
          </button>
        ))}
        {(saved.list ?? []).map((view) => (
          <button
            key={view.id}
            type="button"
            role="tab"
            aria-selected={filters.saved?.id === view.id}
            className="pg-view"
            onClick={() => filters.choose(view.id, view)}
          >
            {view.schemeName}
          </button>
        ))}
      </ScrolledTabs>
      {filters.saved ? <SavedMenu view={filters.saved} saved={saved} left={() => filters.choose("")} /> : null}
      <SaveView filters={filters} saved={saved} />
    </div>
  );
}

function Count({ counts, of }: { readonly counts: Counts | null; readonly of: string }) {
  if (counts === null) return <span className="pg-pill pg-pill-wait" aria-hidden />;
  const count = counts[of];
  return count === undefined ? null : <span className="pg-pill">{countText(count)}</span>;
}

function SaveView({ filters, saved }: { readonly filters: Filters; readonly saved: SavedViews }) {
  const say = useText();
  const [open, setOpen] = useState(false);
  const form = <SaveViewForm filters={filters} saved={saved} done={() => setOpen(false)} />;
  return (
    <Popover open={open} onOpenChange={setOpen} trigger="click" placement="bottomLeft" content={form} destroyOnHidden>
      <button type="button" className="pg-view pg-view-add">
        <Plus size={14} aria-hidden /> {say(["保存为视图", "Save view"])}
      </button>
    </Popover>
  );
}
