import { Ellipsis, PanelRightOpen, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Entity } from "../../../entity.ts";
import type { Viewer } from "../../../page-action.ts";
import { mayDelete, offersOf } from "../../../page-action.ts";
import type { Row } from "../../../page-document.ts";
import { useText } from "../../language.ts";
import { confirm, toast } from "../../message.ts";
import { Menu } from "../../part/Popup.tsx";
import type { RowAction } from "../../table/types.ts";
import type { Runner } from "../action/useRunner.tsx";
import { tellChanged } from "../changes.ts";
import { entityCall } from "../entityCall.ts";
import { midSentence } from "../../../page-format.ts";
import { titleNow } from "../title.ts";

/** Deletes one document after a question that names it. */
async function removeRow(entity: Entity, row: Row): Promise<void> {
  const name = titleNow(entity, row).main;
  const yes = await confirm({
    title: [`删除${entity.label[0]} ${name}？`, `Delete ${midSentence(entity.label[1])} ${name}?`],
    confirm: ["删除", "Delete"],
    danger: true,
  });
  if (!yes) return;
  try {
    await entityCall.remove(entity, String(row["id"]), row["versionNum"]);
    tellChanged({ entity: entity.name, id: String(row["id"]), gone: true });
  } catch (error) {
    toast.error(error);
  }
}

interface Props {
  readonly entity: Entity;
  readonly row: Row;
  readonly viewer: Viewer;
  readonly runner: Runner;
  readonly more: readonly RowAction[];
  open(row: Row): void;
}

/** What can be done with one row now: open it, and behind "…" everything its state and the grants allow. */
export function RowMenu({ entity, row, viewer, runner, more, open }: Props) {
  const say = useText();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const offers = offersOf(entity, row, viewer).filter((offer) => offer.ready);
  const items = [
    ...offers.map((offer) => ({
      key: offer.name,
      label: say(offer.action.label),
      danger: offer.action.tone === "danger",
      icon: undefined,
      run: () => void runner.run(offer.name, row),
    })),
    ...more.map((action) => ({
      key: action.label[1],
      label: say(action.label),
      danger: action.danger === true,
      icon: undefined,
      run: () => void action.handler?.(row as Record<string, unknown>),
    })),
    ...(mayDelete(entity, row, viewer)
      ? [
          {
            key: "delete",
            label: say(["删除", "Delete"]),
            danger: true,
            icon: <Trash2 size={15} />,
            run: () => void removeRow(entity, row),
          },
        ]
      : []),
  ];
  return (
    <span className="dt-actions">
      <button
        type="button"
        tabIndex={-1}
        data-act="action"
        className="dt-icon"
        aria-label={say(["打开", "Open"])}
        title={say(["打开", "Open"])}
        onClick={() => open(row)}
      >
        <PanelRightOpen size={15} />
      </button>
      {items.length > 0 ? (
        <button
          type="button"
          tabIndex={-1}
          data-act="action"
          className="dt-icon"
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          aria-label={say(["更多操作", "More actions"])}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Ellipsis size={16} />
        </button>
      ) : null}
      {anchor !== null ? (
        <Menu anchor={anchor} onClose={() => setAnchor(null)} label={say(["更多操作", "More actions"])} items={items} />
      ) : null}
    </span>
  );
}
