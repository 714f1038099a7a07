import { Button, Checkbox, Input, Popover } from "antd";
import { Ellipsis, Plus } from "lucide-react";
import { useState } from "react";
import type { Entity } from "../../../entity.ts";
import { listOf, viewsOf } from "../../../page.ts";
import { useText } from "../../language.ts";
import { confirm } from "../../message.ts";
import { MenuButton } from "../../part/Popup.tsx";
import { ScrolledTabs } from "../../part/ScrolledTabs.tsx";
import { useSession } from "../../session.ts";
import { useViewer } from "../viewer.ts";
import type { SavedView, SavedViews } from "./savedViews.ts";
import type { Filters } from "./useFilters.ts";

type Counts = Readonly<Record<string, { readonly count: number; readonly capped?: boolean }>>;

interface Props {
  readonly entity: Entity;
  readonly list: string | undefined;
  readonly filters: Filters;
  readonly saved: SavedViews;
  readonly counts: Counts | null;
}

export const countText = (one: { readonly count: number; readonly capped?: boolean }): string =>
  `${one.count.toLocaleString("en-US")}${one.capped ? "+" : ""}`;

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
  const one = counts[of];
  return one === undefined ? null : <span className="pg-pill">{countText(one)}</span>;
}

/** What may be done with the saved view that is shown. */
function SavedMenu({ view, saved, left }: { readonly view: SavedView; readonly saved: SavedViews; left(): void }) {
  const say = useText();
  const now = saved.list?.find((one) => one.id === view.id) ?? view;
  const remove = async (): Promise<void> => {
    if (
      !(await confirm({
        title: [`删除视图「${view.schemeName}」？`, `Delete the view ${view.schemeName}?`],
        confirm: ["删除", "Delete"],
        danger: true,
      }))
    )
      return;
    await saved.remove(now);
    left();
  };
  const label = say([`视图「${view.schemeName}」的操作`, `Actions of ${view.schemeName}`]);
  const items = [
    {
      key: "default",
      label: now.defaultFlag === "Y" ? say(["不再默认打开", "Remove as default"]) : say(["设为默认视图", "Open by default"]),
      run: () => void saved.setDefault(now, now.defaultFlag !== "Y"),
    },
    { key: "remove", label: say(["删除视图", "Delete view"]), danger: true, run: () => void remove() },
  ];
  return (
    <MenuButton label={label} items={items}>
      <button type="button" className="s-icon-btn" aria-label={label}>
        <Ellipsis size={14} />
      </button>
    </MenuButton>
  );
}

function SaveView({ filters, saved }: { readonly filters: Filters; readonly saved: SavedViews }) {
  const say = useText();
  const respId = useSession((state) => state.record?.currentResponsibility?.responsibilityId ?? null);
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  const [share, setShare] = useState(false);
  const keep = async (): Promise<void> => {
    const view = await saved.save(
      name.trim(),
      { typed: filters.typed, ...(filters.view && !filters.saved ? { view: filters.view } : {}) },
      share ? respId : null,
    );
    if (view === null) return;
    setOpen(false);
    setName("");
    filters.choose(view.id, view);
  };
  const form = (
    <form className="pg-save-view" onSubmit={(event) => (event.preventDefault(), name.trim() !== "" && void keep())}>
      <Input
        autoFocus
        maxLength={60}
        value={name}
        placeholder={say(["视图名称", "Name of the view"])}
        aria-label={say(["视图名称", "Name of the view"])}
        onChange={(e) => setName(e.target.value)}
      />
      <Checkbox checked={share} onChange={(e) => setShare(e.target.checked)}>
        {say(["共享给当前职责", "Share with my role"])}
      </Checkbox>
      <Button type="primary" htmlType="submit" disabled={name.trim() === ""}>
        {say(["保存", "Save"])}
      </Button>
    </form>
  );
  return (
    <Popover open={open} onOpenChange={setOpen} trigger="click" placement="bottomLeft" content={form} destroyOnHidden>
      <button type="button" className="pg-view pg-view-add">
        <Plus size={14} aria-hidden /> {say(["保存为视图", "Save view"])}
      </button>
    </Popover>
  );
}
