import { Button, Checkbox, Input } from "antd";
import { useState } from "react";
import { useText } from "../../language.ts";
import { useSession } from "../../session.ts";
import type { SavedViews } from "./savedViews.ts";
import type { Filters } from "./useFilters.ts";

interface Props {
  readonly filters: Filters;
  readonly saved: SavedViews;
  done(): void;
}

/** Keeps what is filtered on the screen as a view of its own, for oneself or for everybody of the same responsibility. */
export function SaveViewForm({ filters, saved, done }: Props) {
  const say = useText();
  const respId = useSession((state) => state.record?.currentResponsibility?.responsibilityId ?? null);
  const [name, setName] = useState("");
  const [share, setShare] = useState(false);
  const keep = async (): Promise<void> => {
    const view = await saved.save(
      name.trim(),
      { typed: filters.typed, ...(filters.view && !filters.saved ? { view: filters.view } : {}) },
      share ? respId : null,
    );
    if (view === null) return;
    done();
    filters.choose(view.id, view);
  };
  return (
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
}
