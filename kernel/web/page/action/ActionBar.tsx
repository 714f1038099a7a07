import { Button, Popover } from "antd";
import { CircleHelp, Ellipsis } from "lucide-react";
import { useState } from "react";
import type { ReactNode } from "react";
import type { Entity } from "../../../entity.ts";
import type { Offer } from "../../../page-action.ts";
import { barOf, offersOf } from "../../../page-action.ts";
import type { Viewer } from "../../../page-action.ts";
import type { Row } from "../../../page-document.ts";
import { useText } from "../../language.ts";
import { MenuButton } from "../../part/Popup.tsx";
import type { Runner } from "./useRunner.tsx";
import { Reasons, WhyNot } from "./WhyNot.tsx";

interface Props {
  readonly entity: Entity;
  readonly row: Row;
  readonly viewer: Viewer;
  readonly runner: Runner;
  /** Header: blue button last; foot of a panel: blue button first. */
  readonly place: "head" | "foot";
  readonly room?: number;
  /** Stands before the blue button (save). */
  readonly save?: ReactNode;
  /** Whether saving is the one thing to do here, so that no other button is blue. */
  readonly saveIsPrimary?: boolean;
  /** Further entries of the "more" menu. */
  readonly more?: readonly {
    readonly key: string;
    readonly label: string;
    readonly danger?: boolean;
    readonly icon?: ReactNode;
    press(): void;
  }[];
  readonly primaryKey?: string;
}

/** The buttons of one document: one blue, a few plain, the grey ones say why, the rest under "more". */
export function ActionBar({ entity, row, viewer, runner, place, room = 2, save, saveIsPrimary, more = [], primaryKey }: Props) {
  const say = useText();
  const bar = barOf(row["id"] ? offersOf(entity, row, viewer) : [], room, place === "head" ? 1 : 0);
  const press = (offer: Offer) => () => void runner.run(offer.name, row);
  const button = (offer: Offer, blue: boolean): ReactNode => (
    <Button
      key={offer.name}
      {...(blue ? { type: "primary" as const } : {})}
      danger={offer.action.tone === "danger"}
      loading={runner.busy === offer.name}
      disabled={runner.busy !== null && runner.busy !== offer.name}
      onClick={press(offer)}
    >
      {say(offer.action.label)}
      {blue && primaryKey ? <kbd>{primaryKey}</kbd> : null}
    </Button>
  );
  const primary = bar.primary ? button(bar.primary, !saveIsPrimary && runner.trying === null) : null;
  const plain = bar.plain.map((offer) => button(offer, false));
  const grey = bar.grey.map((offer) => <WhyNot key={offer.name} entity={entity} row={row} offer={offer} />);
  const rest = <MoreMenu entity={entity} row={row} offers={bar.more} run={(offer) => press(offer)()} more={more} />;
  return (
    <div className={`pg-bar pg-bar-${place}`} role="group" aria-label={say(["操作", "Actions"])}>
      {place === "head" ? (
        <>
          {grey}
          {plain}
          {save}
          {primary}
          {rest}
        </>
      ) : (
        <>
          {save}
          {primary}
          {plain}
          {grey}
          <span className="pg-grow" />
          {rest}
        </>
      )}
    </div>
  );
}

interface MoreProps {
  readonly entity: Entity;
  readonly row: Row;
  readonly offers: readonly Offer[];
  readonly more: NonNullable<Props["more"]>;
  run(offer: Offer): void;
}

/** The lesser actions; a grey entry opens its reasons instead of doing nothing. */
function MoreMenu({ entity, row, offers, more, run }: MoreProps) {
  const say = useText();
  const [asked, setAsked] = useState<Offer | null>(null);
  if (offers.length + more.length === 0) return null;
  const items = [
    ...offers.map((offer) => ({
      key: offer.name,
      label: <span className={offer.ready ? "" : "pg-faint"}>{say(offer.action.label)}</span>,
      danger: offer.ready && offer.action.tone === "danger",
      icon: offer.ready ? undefined : <CircleHelp size={14} aria-label={say(["为什么不能？", "Why not?"])} />,
      run: () => (offer.ready ? run(offer) : setAsked(offer)),
    })),
    ...more.map((entry, at) => ({
      key: entry.key,
      label: entry.label,
      danger: entry.danger ?? false,
      icon: entry.icon,
      parted: at === 0 && offers.length > 0,
      run: () => entry.press(),
    })),
  ];
  const label = say(["更多操作", "More actions"]);
  return (
    <Popover
      open={asked !== null}
      placement="bottomRight"
      trigger={asked ? "click" : []}
      destroyOnHidden
      onOpenChange={(open) => open || setAsked(null)}
      content={asked ? <Reasons entity={entity} row={row} offer={asked} /> : null}
    >
      <span>
        <MenuButton label={label} items={items} align="end">
          <Button type="text" className="pg-icon" aria-label={label} icon={<Ellipsis size={16} />} />
        </MenuButton>
      </span>
    </Popover>
  );
}
